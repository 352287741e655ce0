import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { HostError } from "../../ipc/errors.ts";
import { makeFakeHost } from "../../ipc/fake/host.ts";
import type { Filter, SearchHit } from "../../ipc/types.ts";
import { validateFrameSearch } from "../../lib/address.ts";
import { drawPage } from "../../test-page.tsx";
import { keepRecent } from "./recent.ts";
import { SearchPage } from "./SearchPage.tsx";
import { validateSearchSearch } from "./search.ts";

const upToDate = { state: "upToDate" as const };

function open(address = "/search", host = makeFakeHost({ progress: upToDate })) {
  const drawn = drawPage({
    host,
    address,
    page: SearchPage,
    validateSearch: (raw) => ({ ...validateFrameSearch(raw), ...validateSearchSearch(raw) }),
  });
  return { ...drawn, host };
}
const query = () => screen.findByRole("textbox", { name: "Words to search for" });
const searchCalls = (host: ReturnType<typeof makeFakeHost>) =>
  host.calls.filter((call) => call.command === "search").map((call) => call.args[0] as Filter);

it("searches_while_one_types_and_counts_what_it_found", async () => {
  const { router } = open();

  await userEvent.type(await query(), "refund");

  const list = await screen.findByRole("listbox", { name: "Matches" });
  const options = await within(list).findAllByRole("option");
  expect(options.length).toBeGreaterThan(0);
  expect(within(list).getAllByText(/refund/i, { selector: "mark" }).length).toBeGreaterThan(0);
  expect(screen.getByText(/match/, { selector: "strong" }).parentElement?.textContent).toMatch(
    /^\d+ match(es)? in \d+ session/,
  );
  await waitFor(() => expect(router.state.location.search).toMatchObject({ words: "refund" }));
});

it("a_burst_of_keys_is_not_a_search_a_key", async () => {
  const { host } = open();
  const field = await query();

  for (const words of ["r", "re", "ref", "refu", "refun", "refund"])
    fireEvent.change(field, { target: { value: words } });
  await screen.findByRole("listbox", { name: "Matches" });

  expect(
    searchCalls(host).some((filter) => filter.words === "ref"),
    "the words in between were never asked for",
  ).toBe(false);
});

it("the_address_brings_words_and_agents_back", async () => {
  const { host } = open("/search?words=refund&agents=%5B%22claude-code%22%5D");

  expect(((await query()) as HTMLInputElement).value).toBe("refund");
  await waitFor(() =>
    expect(searchCalls(host)).toContainEqual(expect.objectContaining({ words: "refund", agents: ["claude-code"] })),
  );
});

it("enter_opens_the_first_match_at_its_message", async () => {
  const { router } = open("/search?words=refund");
  await screen.findAllByRole("option");

  await userEvent.type(await query(), "{Enter}");

  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ session: expect.any(Number), message: expect.any(Number) }),
  );
});

it("keys_walk_the_matches_and_the_drawer_follows", async () => {
  const { router } = open("/search?words=the");
  const list = await screen.findByRole("listbox", { name: "Matches" });
  const options = await within(list).findAllByRole("option");
  const current = () => within(list).getByRole("option", { selected: true });

  act(() => list.focus());
  expect(current()).toBe(options[0]);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.search).toHaveProperty("message"));
  const first = (router.state.location.search as { message?: number }).message;

  act(() => list.focus());
  await userEvent.keyboard("n");

  expect(current()).toBe(options[1]);
  await waitFor(() => expect((router.state.location.search as { message?: number }).message).not.toBe(first));
});

it("names_the_filter_that_hid_all_matches_and_drops_it", async () => {
  const host = makeFakeHost({ progress: upToDate });
  const { search } = host;
  Object.assign(host, {
    search: (filter: Filter, limit: number, offset: number) =>
      filter.agents.includes("codex")
        ? Promise.resolve({ hits: [], total: 0, sessions: 0 })
        : search(filter, limit, offset),
  });
  open("/search?words=refund&agents=%5B%22codex%22%5D", host);

  const sentence = await screen.findByText(/^No match\. Without “Codex” there (is|are) \d+\.$/);
  await userEvent.click(within(sentence.parentElement as HTMLElement).getByRole("button", { name: "Drop the filter" }));

  expect(await screen.findByRole("listbox", { name: "Matches" })).toBeTruthy();
});

it("says_so_when_nothing_holds_the_words", async () => {
  open("/search?words=zzzzqqq");

  expect(await screen.findByText("No match. Nothing in the vault holds this word.")).toBeTruthy();
});

it("agent_chips_narrow_the_search", async () => {
  const { host } = open("/search?words=the");

  await userEvent.click(await screen.findByRole("button", { name: /^Codex/ }));

  await waitFor(() =>
    expect(searchCalls(host)).toContainEqual(expect.objectContaining({ words: "the", agents: ["codex"] })),
  );
});

it("more_matches_come_when_asked_for", async () => {
  open("/search?words=the");
  const list = await screen.findByRole("listbox", { name: "Matches" });
  await within(list).findAllByRole("option");
  const before = within(list).getAllByRole("option").length;

  await userEvent.click(screen.getByRole("button", { name: "Show more" }));

  await waitFor(() => expect(within(list).getAllByRole("option").length).toBeGreaterThan(before));
});

it("warns_while_not_everything_is_read", async () => {
  open("/search?words=refund", makeFakeHost());

  expect(await screen.findByText("Codex is 63 % read; older messages may be missing.")).toBeTruthy();
});

it("an_empty_query_offers_the_last_searches", async () => {
  keepRecent("idempotency key");
  open();

  await userEvent.click(await screen.findByRole("button", { name: "idempotency key" }));

  expect(((await query()) as HTMLInputElement).value).toBe("idempotency key");
});

it("a_failed_search_says_why_and_can_be_tried_again", async () => {
  const host = makeFakeHost({ progress: upToDate });
  host.fail("search", new HostError("failed", "The index is being rebuilt."));
  open("/search?words=refund", host);
  expect(await screen.findByText("The index is being rebuilt.")).toBeTruthy();

  host.fail("search", null);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findAllByRole("option")).not.toHaveLength(0);
});

it("an_excerpt_that_is_html_stays_text", async () => {
  const host = makeFakeHost({ progress: upToDate });
  const { search } = host;
  const evil = "<img src=x onerror=window.__pwn=1> literal two";
  Object.assign(host, {
    search: async (filter: Filter, limit: number, offset: number) => {
      const answer = await search(filter, limit, offset);
      const spoil = (hit: SearchHit) => ({
        ...hit,
        sessionTitle: evil,
        project: evil,
        excerpt: [{ text: evil, isMatch: true }],
      });
      return { ...answer, hits: answer.hits.map(spoil) };
    },
  });
  const { container } = open("/search?words=refund", host);

  await screen.findAllByText(evil);

  expect(container.querySelector("img, script")).toBeNull();
});
