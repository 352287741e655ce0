/* Chooses the host: Tauri where the window has one, else the fake host in builds that contain it. */
import { setHost } from "./host.ts";
import { makeTauriHost } from "./tauri.ts";

export async function connectHost(): Promise<void> {
  if (__FAKE_HOST__ && !("__TAURI_INTERNALS__" in globalThis)) {
    const { makeFakeHost } = await import("./fake/host.ts");
    // `?prompts=100000&latency=8`: a table of any length, answered as slowly as one likes.
    const asked = new URLSearchParams(globalThis.location.search);
    const prompts = Number(asked.get("prompts")) || undefined;
    // The router takes what stands before the fragment for part of the address.
    globalThis.history.replaceState(null, "", globalThis.location.pathname + globalThis.location.hash);
    setHost(
      makeFakeHost({ ...(prompts === undefined ? {} : { prompts }), latency: Number(asked.get("latency")) || 0 }),
    );
    return;
  }
  setHost(makeTauriHost());
}
