// `npm start`: installs what is missing, builds an optimised Daybook, and opens it on the person's own sessions.
//
// Arguments go to Daybook: `npm start -- demo` opens the sample vault. Without a screen Daybook itself says so and reads
// all the same.

import { spawn } from "node:child_process";
import path from "node:path";
import { buildPage, checkTools, ensureModules, ensurePackages, root, run, stop, toBuild } from "./system.mjs";

checkTools();
ensurePackages(toBuild);
if (!ensureModules()) stop("The packages of the page could not be installed; npm says why above.");
process.stderr.write("Building the page…\n");
if (!buildPage()) stop("The page could not be built; the reason is above.");
process.stderr.write("Building Daybook; the first time this takes some minutes…\n");
if (!run("cargo", ["build", "--release", "--locked", "--package", "daybook", "--features", "custom-protocol"])) {
  stop("Daybook could not be built; cargo says why above.");
}

const folder = process.env.CARGO_TARGET_DIR ?? path.join(root, "target");
const program = path.join(folder, "release", process.platform === "win32" ? "daybook.exe" : "daybook");
const daybook = spawn(program, process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => daybook.kill(signal));
daybook.on("error", (error) => stop(`${program} could not be started: ${error.message}`));
daybook.on("exit", (code, signal) => process.exit(signal ? 1 : code));
