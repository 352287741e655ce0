/* Chooses the host: Tauri where the window has one, else the fake host in builds that contain it. */
import { setHost } from "./host.ts";
import { makeTauriHost } from "./tauri.ts";

export async function connectHost(): Promise<void> {
  if (__FAKE_HOST__ && !("__TAURI_INTERNALS__" in globalThis)) {
    const { makeFakeHost } = await import("./fake/host.ts");
    setHost(makeFakeHost());
    return;
  }
  setHost(makeTauriHost());
}
