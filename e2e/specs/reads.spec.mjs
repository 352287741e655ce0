// Every day: what was said is found, read in full and followed while it grows; what looks like a program stays text.

import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { openDaybook, picture, root, sampleHome } from "../driver.mjs";
import { press, see, seeRows } from "../pages/daybook.mjs";

/** Finds the session files of Claude Code in a home. */
function claudeSessions(home) {
  const projects = path.join(home, ".claude", "projects");
  return readdirSync(projects, { recursive: true })
    .filter((name) => name.endsWith(".jsonl") && !name.includes("subagents"))
    .map((name) => path.join(projects, name));
}

test("I search for a word and read the session it was said in", async () => {
  const daybook = await openDaybook({ home: sampleHome });
  try {
    await press(daybook, "Open Daybook");
    await seeRows(daybook, 10);
    await press(daybook, "Search");
    await daybook.browser.$("input[type=search], input").waitForDisplayed();
    await daybook.browser.keys("deadlock".split(""));
    await see(daybook, "Reserve stock with the order");
    await picture(daybook, "reads-search");

    await daybook.browser.keys(["Enter"]);

    await see(daybook, "Command failed");
    await picture(daybook, "reads-session");
  } finally {
    await daybook.close();
  }
});

test("I watch a prompt appear while the agent writes it down", async () => {
  const daybook = await openDaybook({ home: sampleHome });
  try {
    await press(daybook, "Open Daybook");
    const before = await seeRows(daybook, 10);
    const file = claudeSessions(daybook.home)[0];
    const line = readFileSync(file, "utf8")
      .split("\n")
      .find((text) => text.includes('"promptSource":"typed"'));
    const prompt = JSON.parse(line);
    prompt.uuid = "99999999-0000-4000-8000-000000000001";
    prompt.timestamp = "2026-07-17T09:00:00.000Z";
    prompt.message.content = "does the heron cross the harbour at noon";

    appendFileSync(file, `${JSON.stringify(prompt)}\n`);

    await see(daybook, "does the heron cross the harbour at noon");
    assert.equal(await seeRows(daybook, 10), before + 1, "one line is one prompt");
  } finally {
    await daybook.close();
  }
});

test("I read a session full of markup and nothing in it runs", async () => {
  const daybook = await openDaybook({ home: path.join(root, "tests/fixtures/cases/ui-html-injection/input/home") });
  try {
    await press(daybook, "Open Daybook");
    await see(daybook, "literal one");
    await daybook.browser.$('[role="grid"] [role="row"][aria-rowindex="1"]').click();
    await see(daybook, "literal two");

    const state = await daybook.browser.execute(() => ({
      pwn: typeof window.__pwn,
      scripts: document.querySelectorAll("[role=feed] script, [role=feed] style, [role=feed] iframe, [role=feed] img")
        .length,
      remote: performance
        .getEntriesByType("resource")
        .filter((entry) => !/^(tauri|ipc|http:\/\/(tauri|ipc)\.localhost)/.test(entry.name)).length,
    }));

    assert.deepEqual(state, { pwn: "undefined", scripts: 0, remote: 0 });
  } finally {
    await daybook.close();
  }
});
