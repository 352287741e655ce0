/* Chooses the host: Tauri where the window has one, else the fake host in builds that contain it. */
import { setHost } from "./host.ts";

export async function connectHost(): Promise<void> {
  if (__FAKE_HOST__ && !("__TAURI_INTERNALS__" in globalThis)) {
    const { makeFakeHost } = await import("./fake/host.ts");
    setHost(makeFakeHost());
    return;
  }
  throw new Error("The window has no program behind it.");
}
