/*
 * The host of the real window. It turns what a command throws into a `HostError` and, after a command that writes, tells
 * the window which answers that made stale, as the program's own table says.
 */
import { commands, events, INVALIDATES } from "./bindings.ts";
import { asHostError } from "./errors.ts";
import type { Commands, Host } from "./host.ts";
import type { Tag } from "./types.ts";

const writes: Record<string, readonly Tag[]> = INVALIDATES;

/** `list_prompts` for `listPrompts`. */
export function nameInRust(command: string): string {
  return command.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function makeTauriHost(): Host {
  const listeners = new Set<(tags: readonly Tag[]) => void>();
  const tell = (tags: readonly Tag[]) => {
    for (const listener of listeners) listener(tags);
  };
  const asked = Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [
      name,
      async (...args: unknown[]) => {
        try {
          const answer: unknown = await (command as (...given: unknown[]) => Promise<unknown>)(...args);
          const stale = writes[nameInRust(name)];
          if (stale !== undefined && stale.length > 0) tell(stale);
          return answer;
        } catch (thrown) {
          throw asHostError(thrown);
        }
      },
    ]),
  ) as unknown as Commands;
  void events.vaultChanged.listen(({ payload }) => tell(payload.tags));
  return {
    ...asked,
    onVaultChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onIndexProgressed: (listener) => {
      const listening = events.indexProgressed.listen(({ payload }) => listener(payload));
      return () => void listening.then((stop) => stop());
    },
  };
}
