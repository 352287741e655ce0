// The vault cannot be opened, or somebody else has it open: nobody is left without an answer.

import assert from "node:assert/strict";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { openDaybook, picture, runProgram, sampleHome } from "../driver.mjs";
import { press, see, seeRows, words } from "../pages/daybook.mjs";

/** Runs a test with a folder that is removed afterwards. */
async function withFolder(work) {
  const folder = await mkdtemp(path.join(tmpdir(), "daybook-e2e-data-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("my vault was written by a newer Daybook, and nothing happens to it", () =>
  withFolder(async (data) => {
    let daybook = await openDaybook({ data });
    await daybook.close();
    const file = path.join(data, "vault.db");
    const vault = await open(file, "r+");
    // Bytes 60 to 63 of a SQLite file are the version its program gave it.
    await vault.write(Buffer.from([0, 0, 39, 15]), 0, 4, 60);
    await vault.close();
    const before = await readFile(file);

    daybook = await openDaybook({ data });
    try {
      await see(daybook, "newer");
      await picture(daybook, "vaults-newer");
      assert.deepEqual(await readFile(file), before, "a vault of a newer Daybook is left alone");
    } finally {
      await daybook.close();
    }
  }));

test("my vault is damaged, and I am told where it lies", () =>
  withFolder(async (data) => {
    const file = path.join(data, "vault.db");
    await writeFile(file, "this is no vault, however long one looks at it. ".repeat(200));

    const daybook = await openDaybook({ data });
    try {
      await see(daybook, "vault.db");
      await picture(daybook, "vaults-damaged");
      assert.match(await readFile(file, "utf8"), /^this is no vault/, "it may be worth something to somebody");
    } finally {
      await daybook.close();
    }
  }));

test("the folder cannot be written; once it can, trying again opens the vault", () =>
  withFolder(async (folder) => {
    const blocked = path.join(folder, "blocked");
    await writeFile(blocked, "");

    const daybook = await openDaybook({ environment: { DAYBOOK_DATA_DIR: path.join(blocked, "data") } });
    try {
      await see(daybook, "blocked");
      await picture(daybook, "vaults-unwritable");

      await rm(blocked);
      await press(daybook, "Try again");

      await see(daybook, "Open Daybook");
    } finally {
      await daybook.close();
    }
  }));

test("I start Daybook twice and have one window; with another data folder I have two", () =>
  withFolder(async (other) => {
    const daybook = await openDaybook({ home: sampleHome });
    try {
      await press(daybook, "Open Daybook");
      await seeRows(daybook, 10);

      const second = await runProgram(daybook, []);

      assert.equal(second.code, 0, `the second start shows the first window and ends: ${second.stderr}`);
      const separate = await openDaybook({
        data: other,
        environment: { DBUS_SESSION_BUS_ADDRESS: daybook.variables.DBUS_SESSION_BUS_ADDRESS },
      });
      await see(separate, "Daybook");
      await separate.close();
      assert.match(await words(daybook), /Prompts/, "the first window is still there");
    } finally {
      await daybook.close();
    }
  }));

test("I ask on the command line while the window is open and get the same record", async () => {
  const daybook = await openDaybook({ home: sampleHome });
  try {
    await press(daybook, "Open Daybook");
    const rows = await seeRows(daybook, 10);

    const answer = await runProgram(daybook, ["status", "--json"], { DISPLAY: "" });

    const status = JSON.parse(answer.stdout);
    assert.equal(answer.code, 0, answer.stderr);
    assert.equal(status.isReadElsewhere, true, "the window reads, so the command line does not");
    assert.ok(status.prompts <= rows, `${status.prompts} prompts in ${rows} rows of the table`);
    assert.ok(status.prompts > 10, "the answer is what the window has committed");
  } finally {
    await daybook.close();
  }
});
