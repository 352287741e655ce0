// `npm test`: every check, in the order in which a fault shows soonest, ending at the first that fails.
//
// Needs no terminal and no person. Our tests run with an empty home folder; the run fails if anything was written to it.
// `npm test -- rust e2e` runs only stages whose name contains one of the words; `--all` goes on after a failure.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { buildPage, checkTools, ensureModules, ensurePackages, root, stop, toTest } from "./system.mjs";

const realHome = homedir();
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, "target");
const emptyHome = mkdtempSync(path.join(tmpdir(), "daybook-home-"));

// Compilers and linters keep their caches where they always do; only what we wrote sees the empty home.
const environment = {
  ...process.env,
  CARGO_HOME: process.env.CARGO_HOME ?? path.join(realHome, ".cargo"),
  RUSTUP_HOME: process.env.RUSTUP_HOME ?? path.join(realHome, ".rustup"),
  CARGO_TARGET_DIR: target,
  npm_config_cache: process.env.npm_config_cache ?? path.join(realHome, ".npm"),
  npm_config_update_notifier: "false",
  TZ: "UTC",
  ...(process.stdout.isTTY ? { CARGO_TERM_COLOR: "always" } : { NO_COLOR: "1" }),
};
for (const name of Object.keys(environment)) {
  if (/^(XDG_|CLAUDE_CONFIG_DIR$|CODEX_HOME$|DAYBOOK_)/.test(name)) delete environment[name];
}
const inEmptyHome = { HOME: emptyHome };

const wholeProgram = ["--workspace", "--features", "daybook/custom-protocol", "--locked"];
const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const goesOn = process.argv.includes("--all");
const stages = [
  { name: "format (rust)", run: () => cargo("fmt", "--all", "--check") },
  { name: "lint (page)", run: () => npmRun("ui:lint") },
  {
    name: "lint (scripts)",
    run: () => say("npm", ["exec", "--", "biome", "ci", "--config-path=ui", ".ci", "e2e"]),
  },
  { name: "types (page)", run: () => npmRun("ui:types") },
  { name: "unused (page)", run: () => npmRun("ui:unused") },
  { name: "tests (page)", run: () => npmRun("ui:test", inEmptyHome) },
  { name: "build (page)", run: () => buildPage({ env: environment }) },
  { name: "lint (rust)", run: () => cargo("clippy", ...wholeProgram, "--all-targets", "--", "-D", "warnings") },
  { name: "docs (rust)", run: () => cargoWith({ RUSTDOCFLAGS: "-D warnings" }, "doc", ...wholeProgram, "--no-deps") },
  // One build for the tests and for the program that the end-to-end tests drive.
  { name: "build (rust)", run: () => cargo("build", ...wholeProgram, "--bins", "--tests") },
  { name: "tests (rust)", run: () => cargoWith(inEmptyHome, "test", ...wholeProgram, "--bins", "--tests") },
  { name: "doc tests (rust)", run: () => cargoWith(inEmptyHome, "test", ...wholeProgram, "--doc") },
  { name: "tools (e2e)", run: installDriver },
  {
    name: "tests (e2e)",
    run: () => say(process.execPath, ["--test", "--test-concurrency=1", ...specs()], inEmptyHome),
  },
];

await main();

async function main() {
  checkTools();
  const began = Date.now();
  const done = [];
  let isWell = true;
  await stage("system packages", () => {
    ensurePackages(toTest);
    return true;
  });
  await stage("packages (page)", () => ensureModules());
  for (const { name, run } of stages) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    if (!isWell && !goesOn) break;
    await stage(name, run);
  }
  const written = readdirSync(emptyHome, { recursive: true });
  const isHermetic = written.length === 0;
  rmSync(emptyHome, { recursive: true, force: true });

  process.stdout.write("\n");
  for (const { name, seconds, passed, failed, isOk } of done) {
    const counts = passed + failed > 0 ? `${passed} passed, ${failed} failed` : "";
    process.stdout.write(
      `${isOk ? "ok    " : "FAILED"} ${name.padEnd(20)} ${seconds.toFixed(1).padStart(7)} s  ${counts}\n`,
    );
  }
  if (!isHermetic)
    process.stdout.write(`FAILED the tests wrote to the home folder: ${written.slice(0, 20).join(", ")}\n`);
  const passed = done.reduce((sum, stage) => sum + stage.passed, 0);
  const failed = done.reduce((sum, stage) => sum + Math.max(stage.failed, stage.isOk ? 0 : 1), isHermetic ? 0 : 1);
  process.stdout.write(`${((Date.now() - began) / 60_000).toFixed(1)} minutes\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;

  async function stage(name, run) {
    process.stdout.write(`\n== ${name}\n`);
    const start = Date.now();
    const result = await run();
    const { isOk, passed, failed } = typeof result === "boolean" ? { isOk: result, passed: 0, failed: 0 } : result;
    done.push({ name, seconds: (Date.now() - start) / 1000, isOk, passed, failed });
    isWell &&= isOk;
  }
}

function specs() {
  const folder = path.join(root, "e2e", "specs");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".spec.mjs"))
    .map((name) => path.join(folder, name));
}

function installDriver() {
  if (existsSync(path.join(target, "tools", "bin", "tauri-driver"))) return true;
  return cargo("install", "tauri-driver", "--version", "^2", "--locked", "--root", path.join(target, "tools"));
}

function cargo(...args) {
  return cargoWith({}, ...args);
}

function cargoWith(more, ...args) {
  return say("cargo", args, more);
}

function npmRun(script, more = {}) {
  return say("npm", ["run", "--silent", script], more);
}

/** Runs a program, shows what it says, and counts the tests it reports. */
function say(command, args, more = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...environment, ...more },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    let text = "";
    for (const [stream, screen] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.setEncoding("utf8").on("data", (piece) => {
        text += piece;
        screen.write(piece);
      });
    }
    child.on("error", (error) => stop(`${command} could not be started: ${error.message}`));
    child.on("close", (code) => resolve({ isOk: code === 0, ...counted(text) }));
  });
}

/** Adds up what cargo test, vitest and node report. */
function counted(coloured) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
  const text = coloured.replaceAll(/\u001b\[[0-9;]*m/g, "");
  let passed = 0;
  let failed = 0;
  for (const [, good, bad] of text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)) {
    passed += Number(good);
    failed += Number(bad);
  }
  for (const [, line] of text.matchAll(/^\s*Tests\s+(.*)$/gm)) {
    passed += Number(line.match(/(\d+) passed/)?.[1] ?? 0);
    failed += Number(line.match(/(\d+) failed/)?.[1] ?? 0);
  }
  for (const [, kind, number] of text.matchAll(/^(?:#|ℹ) (pass|fail) (\d+)$/gm)) {
    if (kind === "pass") passed += Number(number);
    else failed += Number(number);
  }
  return { passed, failed };
}
