// The first minute: the window opens, greets, and shows what the agents wrote.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openDaybook, picture, sampleHome } from "../driver.mjs";
import { press, see, seeNoMore, seeRows } from "../pages/daybook.mjs";

test("I open Daybook for the first time and see my prompts", async () => {
  const daybook = await openDaybook({ home: sampleHome });
  try {
    await see(daybook, "Claude Code");
    await picture(daybook, "opens-welcome");

    await press(daybook, "Open Daybook");

    await seeRows(daybook, 10);
    await picture(daybook, "opens-prompts");
  } finally {
    await daybook.close();
  }
});

test("I have no sessions and look round with the sample vault", async () => {
  const daybook = await openDaybook();
  try {
    await press(daybook, "sample");

    await seeRows(daybook, 10);
    await press(daybook, "Leave the sample");
    await seeNoMore(daybook, "Leave the sample");
    await see(daybook, "No prompts yet");
  } finally {
    await daybook.close();
  }
});

test("the page can reach nothing but Daybook's own commands", async () => {
  const daybook = await openDaybook();
  try {
    const refused = await daybook.browser.execute(async () => {
      const answers = {};
      const attempts = {
        remote: () => fetch("https://example.org/"),
        file: () => fetch("file:///etc/passwd"),
        opener: () => window.__TAURI_INTERNALS__.invoke("plugin:opener|open_url", { url: "https://example.org" }),
        dialog: () => window.__TAURI_INTERNALS__.invoke("plugin:dialog|open", { options: {} }),
        window: () => window.__TAURI_INTERNALS__.invoke("plugin:window|create", { options: { label: "x" } }),
        link: () => window.__TAURI_INTERNALS__.invoke("open_link", { url: "file:///etc/passwd" }),
        script: () => new Function("return 1")(),
      };
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          await attempt();
          answers[name] = "allowed";
        } catch {
          answers[name] = "refused";
        }
      }
      return answers;
    });

    assert.deepEqual(new Set(Object.values(refused)), new Set(["refused"]), JSON.stringify(refused));

    await daybook.browser.execute(() => {
      window.location.href = "https://example.org/";
    });
    assert.match(await daybook.browser.getUrl(), /^tauri:\/\/localhost/, "the page never leaves the application");
  } finally {
    await daybook.close();
  }
});
