// Opens the real Daybook on a screen of its own, with folders of its own, and drives it.
//
// One call of `openDaybook` is one start of the program: a fresh home and data folder (or those given), a virtual screen,
// a desktop bus, tauri-driver, and the window as a WebdriverIO browser. `close` ends all of it and removes what it made.
// Nothing of the person's own home is read or written.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { remote } from "webdriverio";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const out = path.join(root, "e2e", "out");
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, "target");
const program = process.env.DAYBOOK_PROGRAM ?? path.join(target, "debug", "daybook");
const tauriDriver = path.join(target, "tools", "bin", "tauri-driver");

/** Sessions that come with Daybook, laid out as a home folder. */
export const sampleHome = path.join(root, "src-tauri", "samples", "home");

/**
 * Starts Daybook.
 *
 * home: a folder whose content becomes the home folder (copied, so that nothing is written to it)
 * data: a data folder to use as it is (kept); otherwise a fresh one
 * liveHome: a home folder to use as it is (kept), for looking at real sessions
 * size: [width, height] of the window; theme: "light", "dark" or "system"; screen: [width, height] of the screen
 * zone: time zone; args: arguments of the program; environment: more variables
 */
export async function openDaybook({
  home,
  liveHome,
  data,
  size = [1440, 900],
  screen = [1920, 1080],
  theme = "light",
  zone = "Europe/Berlin",
  args = [],
  environment = {},
} = {}) {
  for (const [file, how] of [
    [program, "cargo build -p daybook --features custom-protocol (after npm run ui:build)"],
    [tauriDriver, "npm run e2e:tools"],
  ]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: ${how}`);
  }
  const folder = await mkdtemp(path.join(tmpdir(), "daybook-e2e-"));
  const ends = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const ownHome = liveHome ?? path.join(folder, "home");
    const dataFolder = data ?? path.join(folder, "data");
    const config = path.join(folder, "config");
    await mkdir(ownHome, { recursive: true });
    if (home) await cp(home, ownHome, { recursive: true });
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await mkdir(config);
    const [width, height] = size;
    await writeFile(
      path.join(dataFolder, "window.json"),
      JSON.stringify({ width, height, x: 0, y: 0, isMaximised: false }),
    );
    const preferences = { theme, density: "default", textScale: 100, singleKeys: true, firstWeekday: "monday" };
    await writeFile(path.join(config, "preferences.json"), JSON.stringify(preferences));

    const display = await startScreen(ends, screen);
    const variables = {
      PATH: process.env.PATH,
      LANG: "C.UTF-8",
      TZ: zone,
      HOME: ownHome,
      DISPLAY: display,
      DAYBOOK_DATA_DIR: dataFolder,
      DAYBOOK_CONFIG_DIR: config,
      XDG_CACHE_HOME: path.join(folder, "cache"),
      XDG_DATA_HOME: path.join(folder, "share"),
      XDG_CONFIG_HOME: path.join(folder, "xdg-config"),
      XDG_RUNTIME_DIR: path.join(folder, "runtime"),
      GDK_BACKEND: "x11",
      GSETTINGS_BACKEND: "memory",
      NO_AT_BRIDGE: "1",
      // No graphics card here: WebKit draws in software.
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      ...environment,
    };
    await mkdir(variables.XDG_RUNTIME_DIR, { mode: 0o700 });
    variables.DBUS_SESSION_BUS_ADDRESS = await startBus(ends, variables);

    const [port, nativePort] = await Promise.all([freePort(), freePort()]);
    const log = [];
    const driver = start(tauriDriver, ["--port", String(port), "--native-port", String(nativePort)], variables, log);
    ends.push(() => stop(driver));
    await listening(port, driver, log);
    await listening(nativePort, driver, log);
    const browser = await remote({
      hostname: "127.0.0.1",
      port,
      logLevel: "error",
      connectionRetryCount: 0,
      connectionRetryTimeout: 60_000,
      capabilities: {
        "wdio:enforceWebDriverClassic": true,
        "tauri:options": { application: program, args },
      },
    }).catch((error) => {
      throw new Error(`Daybook did not open: ${error.message}\n${log.join("")}`);
    });
    ends.push(async () => {
      // The window may have closed itself.
      await browser.deleteSession().catch(() => {});
    });
    return { browser, home: ownHome, data: dataFolder, config, variables, program, log, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Keeps a picture of the window as e2e/out/<name>.png, or as the given file. */
export async function picture(daybook, name) {
  const file = path.isAbsolute(name) ? name : path.join(out, `${name}.png`);
  await mkdir(path.dirname(file), { recursive: true });
  // WebKitWebDriver's own screenshot never answers on a virtual screen, so the screen itself is photographed.
  const { width, height } = await daybook.browser.execute(() => ({ width: innerWidth, height: innerHeight }));
  const args = [
    "-display",
    daybook.variables.DISPLAY,
    "-window",
    "root",
    "-crop",
    `${width}x${height}+0+0`,
    "+repage",
    file,
  ];
  await new Promise((resolve, reject) => {
    const child = spawn("import", args, { stdio: ["ignore", "ignore", "inherit"] });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`import ended with ${code}`))));
  });
  return file;
}

/** Runs the program beside the window, as on a command line; answers how it ended and what it said. */
export function runProgram(daybook, args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...daybook.variables, ...environment } });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8").on("data", (text) => {
        said[name] += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...said }));
  });
}

function start(command, args, env, log, stdio = ["ignore", "pipe", "pipe"]) {
  const child = spawn(command, args, { env, stdio });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => log.push(text));
  }
  child.on("error", (error) => log.push(`${command}: ${error.message}\n`));
  return child;
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
  await ended;
  clearTimeout(timer);
}

/** Starts a virtual screen on a number the server chooses; answers its name. */
async function startScreen(ends, [width, height]) {
  const log = [];
  const args = ["-displayfd", "3", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp", "-dpi", "96"];
  const server = start("Xvfb", args, { PATH: process.env.PATH }, log, ["ignore", "pipe", "pipe", "pipe"]);
  ends.push(() => stop(server));
  return new Promise((resolve, reject) => {
    server.stdio[3].setEncoding("utf8").once("data", (number) => resolve(`:${number.trim()}`));
    server.once("exit", () => reject(new Error(`Xvfb ended: ${log.join("")}`)));
  });
}

/** Starts a desktop bus; answers its address. */
async function startBus(ends, env) {
  const bus = start("dbus-daemon", ["--session", "--nofork", "--print-address"], env, []);
  ends.push(() => stop(bus));
  return new Promise((resolve, reject) => {
    bus.stdout.once("data", (address) => resolve(address.trim()));
    bus.once("exit", () => reject(new Error("dbus-daemon ended")));
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits until somebody listens on a port. */
async function listening(port, child, log) {
  const until = Date.now() + 20_000;
  while (Date.now() < until) {
    if (child.exitCode !== null) break;
    const isUp = await new Promise((resolve) => {
      const socket = net.connect(port, "127.0.0.1");
      socket.once("connect", () => socket.end(() => resolve(true)));
      socket.once("error", () => resolve(false));
    });
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nobody listens on port ${port}:\n${log.join("")}`);
}
