/* The seam: what a change drops, what a failure becomes, how rows are asked for. */
import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { asHostError, HostError, isCancelled } from "./errors.ts";
import { makeFakeHost } from "./fake/host.ts";
import { setHost } from "./host.ts";
import { dropStale, followVault } from "./invalidate.ts";
import { nameInRust } from "./tauri.ts";

describe("invalidate", () => {
  const keys = [["listPromptOrder", {}], ["listPrompts", [1]], ["listProjects"], ["getPreferences"]] as const;

  function cache() {
    const client = new QueryClient();
    for (const key of keys) client.setQueryData(key, "answer");
    const stale = () => keys.filter((key) => client.getQueryState(key)?.isInvalidated).map(([command]) => command);
    return { client, stale };
  }

  it("drops_the_queries_whose_tags_meet_the_change_and_no_others", () => {
    const { client, stale } = cache();

    dropStale(client, ["prompts"]);

    expect(stale()).toEqual(["listPromptOrder", "listPrompts"]);
  });

  it("follows_the_vault_until_told_to_stop", () => {
    const host = makeFakeHost({ prompts: 20 });
    setHost(host);
    const { client, stale } = cache();
    const stop = followVault(client);

    host.changeVault(["projects"]);
    host.advance({ filesDone: 7 });
    stop();
    host.changeVault(["prompts"]);

    expect(stale()).toEqual(["listProjects"]);
    expect(
      client.getQueryData<{ filesDone: number }>(["getProgress"])?.filesDone,
      "progress is taken from the event",
    ).toBe(7);
  });
});

describe("errors", () => {
  it("whatever_was_thrown_becomes_a_sentence_and_a_code", () => {
    const thrown = asHostError({ code: "not-found", message: "This session is not in the vault.", hint: null });

    expect(thrown).toBeInstanceOf(HostError);
    expect(thrown.code).toBe("not-found");
    expect(asHostError("broken pipe").message).toBe("broken pipe");
    expect(isCancelled({ code: "cancelled", message: "" })).toBe(true);
  });
});

describe("the host of the real window", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("tells_after_a_write_what_it_made_stale_and_turns_failures_into_one_kind", async () => {
    const invoke = vi.fn(async (command: string) => {
      if (command === "get_session") throw { code: "not-found", message: "Gone.", hint: null };
      return null;
    });
    vi.stubGlobal("window", Object.assign(window, { __TAURI_INTERNALS__: { invoke, transformCallback: () => 1 } }));
    const { makeTauriHost } = await import("./tauri.ts");
    const host = makeTauriHost();
    const told: string[][] = [];
    host.onVaultChanged((tags) => told.push([...tags]));

    await host.pauseIndexing();
    await host.openState();

    expect(told, "a read makes nothing stale").toEqual([["progress"]]);
    await expect(host.getSession(1)).rejects.toBeInstanceOf(HostError);
    expect(nameInRust("listPromptOrder")).toBe("list_prompt_order");
  });
});
