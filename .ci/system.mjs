// What the computer must have before anything can be built, and how to get it.
//
// Plain Node without packages: this runs before `npm ci`. On Debian and Ubuntu missing system packages are installed
// with apt, only those, after naming them; elsewhere they are named and nothing is changed.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Debian packages needed to build and run, with the reason. */
export const toBuild = {
  "build-essential": "compiles SQLite and zstd",
  clang: "links",
  mold: "links",
  "pkg-config": "finds the libraries",
  "libwebkit2gtk-4.1-dev": "shows the window",
  "libdbus-1-dev": "talks to the desktop",
};

/** Debian packages needed to test, with the reason. */
export const toTest = {
  ...toBuild,
  xvfb: "a screen for the window",
  "webkit2gtk-driver": "drives the window",
  dbus: "a desktop bus for the window",
  imagemagick: "pictures of the window",
  "fonts-noto-core": "letters",
  "fonts-noto-cjk": "Chinese, Japanese and Korean letters",
};

const leastRust = [1, 95];
const leastNode = [20, 19];

/** Ends with a message for a person. */
export function stop(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** Runs a command in the project, showing what it says; answers whether it succeeded. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });
  if (done.error) process.stderr.write(`${command}: ${done.error.message}\n`);
  return done.status === 0;
}

/** Runs a command and answers what it printed, or nothing if it failed. */
export function ask(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, encoding: "utf8", ...options });
  return done.status === 0 ? done.stdout.trim() : undefined;
}

function isAtLeast(version, least) {
  const [major, minor] = version.split(".").map(Number);
  return major > least[0] || (major === least[0] && minor >= least[1]);
}

/** Checks Node and Rust; both are the person's own choice, so they are asked for and never installed. */
export function checkTools() {
  if (!isAtLeast(process.versions.node, leastNode)) {
    stop(
      `Daybook needs Node ${leastNode.join(".")} or newer; this is ${process.versions.node}. See https://nodejs.org`,
    );
  }
  const cargoHome = path.join(process.env.CARGO_HOME ?? path.join(homedir(), ".cargo"), "bin");
  if (existsSync(cargoHome) && !process.env.PATH.split(path.delimiter).includes(cargoHome)) {
    process.env.PATH = `${cargoHome}${path.delimiter}${process.env.PATH}`;
  }
  const rust = ask("rustc", ["--version"])?.match(/rustc (\d+\.\d+\.\d+)/)?.[1];
  if (!rust) stop("Daybook needs Rust, which was not found. Install it from https://rustup.rs and start again.");
  if (!isAtLeast(rust, leastRust)) {
    stop(`Daybook needs Rust ${leastRust.join(".")} or newer; this is ${rust}. Run \`rustup update\` and start again.`);
  }
}

/** Tells which of these Debian packages are not installed. */
function missingPackages(names) {
  return names.filter((name) => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own way to name a field
    const state = ask("dpkg-query", ["--show", "--showformat", "${db:Status-Status}\n", name]);
    return !state?.split("\n").includes("installed");
  });
}

/** Sees to it that these Debian packages are there. */
export function ensurePackages(wanted) {
  if (process.platform !== "linux") return;
  const names = Object.keys(wanted);
  const isDebian = ask("dpkg-query", ["--version"]) !== undefined && ask("apt-get", ["--version"]) !== undefined;
  if (!isDebian) {
    const list = Object.entries(wanted).map(([name, reason]) => `  ${name} (${reason})`);
    process.stderr.write(
      `This is not Debian or Ubuntu. If the build fails, install what these packages hold:\n${list.join("\n")}\n`,
    );
    return;
  }
  const missing = missingPackages(names);
  if (missing.length === 0) return;
  process.stderr.write(`Installing with apt: ${missing.map((name) => `${name} (${wanted[name]})`).join(", ")}\n`);
  const isRoot = process.getuid() === 0;
  if (!isRoot && ask("sudo", ["-V"]) === undefined) {
    stop(`These packages are missing and only root may install them:\n  apt-get install ${missing.join(" ")}`);
  }
  const apt = (args) => {
    const [command, ...rest] = isRoot
      ? ["apt-get", ...args]
      : ["sudo", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args];
    // A person may have to type a password for sudo.
    const stdio = process.stdin.isTTY && !isRoot ? "inherit" : ["ignore", "inherit", "inherit"];
    return run(command, rest, { stdio, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  };
  const install = ["install", "--yes", "--no-install-recommends", ...missing];
  if (!apt(install) && !(apt(["update"]) && apt(install))) {
    stop(`apt could not install ${missing.join(", ")}. Install them by hand and start again.`);
  }
}

/** Runs `npm ci` unless node_modules is what package-lock.json says. */
export function ensureModules() {
  const lock = readFileSync(path.join(root, "package-lock.json"));
  const hash = createHash("sha256").update(lock).update(process.versions.node).digest("hex");
  const stamp = path.join(root, "node_modules", ".lock-hash");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return true;
  if (!run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { shell: process.platform === "win32" }))
    return false;
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

/**
 * Builds the page into ui/dist, unless what is there was built from the same files: an untouched folder keeps cargo from
 * linking the program again.
 */
export function buildPage(options = {}) {
  const hash = createHash("sha256").update(readFileSync(path.join(root, "package-lock.json")));
  for (const file of pageFiles(path.join(root, "ui"))) hash.update(file).update(readFileSync(file));
  const wanted = hash.digest("hex");
  const stamp = path.join(root, "node_modules", ".page-hash");
  const isBuilt = existsSync(path.join(root, "ui", "dist", "index.html"));
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return true;
  rmSync(stamp, { force: true });
  if (!run("npm", ["run", "--silent", "ui:build"], { shell: process.platform === "win32", ...options })) return false;
  writeFileSync(stamp, wanted);
  return true;
}

function pageFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith("dist"))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? pageFiles(file) : [file];
    });
}
