import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { HostError } from "../../ipc/errors.ts";
import type { FakeHost } from "../../ipc/fake/host.ts";
import { offeredActions } from "../../lib/actions.ts";
import { drawPage } from "../../test-page.tsx";
import { SessionView } from "./SessionView.tsx";
import { build, call, hostWith, idOf, prompt, reply, SESSION, type Step } from "./transcript.test-data.ts";

beforeEach(() => {
  // jsdom lays nothing out: every element is 600 px high, and every row of the transcript as high as a fold.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(30);
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(1_000_000);
  Element.prototype.scrollTo = function scrollTo(this: Element, ...given: unknown[]) {
    const [options] = given as [{ top?: number }];
    this.scrollTop = options.top ?? 0;
    this.dispatchEvent(new Event("scroll"));
  } as typeof Element.prototype.scrollTo;
});

async function open(host: FakeHost, messageId: number | null = null) {
  const drawn = drawPage({
    host,
    page: () => <SessionView sessionId={SESSION} messageId={messageId} isFull={false} tools={null} />,
  });
  const feed = await screen.findByRole("feed");
  await waitFor(() => expect(feed.getAttribute("aria-busy")).toBe("false"));
  return { ...drawn, feed };
}

const steps = (...list: (Step | Step[])[]) => hostWith(build(list.flat()));
const run = (keys: string) =>
  act(() =>
    offeredActions()
      .find((action) => action.keys === keys)
      ?.run(),
  );

it("a_tool_call_and_its_result_are_one_folded_line", async () => {
  const { feed } = await open(
    steps(prompt(1, "go"), call({ subject: "pnpm test", exitCode: 0, isError: false }, "{}", "all good")),
  );

  const fold = await within(feed).findByRole("button", { name: /Command.*pnpm test.*exit 0/ });

  expect(fold.getAttribute("aria-expanded")).toBe("false");
  expect(within(feed).queryByText("all good"), "the result waits behind its call").toBeNull();

  await userEvent.click(fold);

  expect(within(feed).getByText("all good")).toBeTruthy();
});

it("a_failure_stands_open_and_says_how_it_ended", async () => {
  const tool = { subject: "pnpm test", isError: true, exitCode: 1, durationMs: 6400 };
  const { feed } = await open(steps(prompt(1, "go"), call(tool, "{}", "expected 5997 to be 5998")));

  const fold = await within(feed).findByRole("button", { name: /Command failed.*exit 1 · 6.4 s/ });

  expect(fold.getAttribute("aria-expanded")).toBe("true");
  expect(within(feed).getByText("expected 5997 to be 5998")).toBeTruthy();
});

it("twenty_lines_are_shown_and_the_whole_output_comes_from_the_archive", async () => {
  const output = Array.from({ length: 58 }, (_, at) => `line ${at + 1}`).join("\n");
  const host = hostWith(
    build(
      [prompt(1, "go"), ...call({ subject: "x", isError: true }, "{}", output)].map((step) =>
        step.kind === "tool-result" ? { ...step, wholeBytes: 31_000_000 } : step,
      ),
    ),
  );
  const wholeText = vi.fn(async (_id: number, from: number) =>
    from === 0 ? { text: output, next: output.length } : { text: "\nthe very end", next: null },
  );
  const { feed } = await open(Object.assign(host, { getWholeText: wholeText }));

  await userEvent.click(await within(feed).findByRole("button", { name: "whole output" }));

  expect(wholeText).toHaveBeenCalledWith(idOf(2), 0);
  expect(await screen.findByRole("region", { name: "whole output, 59 lines" })).toBeTruthy();
});

it("an_edit_is_drawn_as_a_difference", async () => {
  const input = JSON.stringify({
    file_path: "src/totals.ts",
    old_string: "return round(sum)",
    new_string: "return sum(rounded)",
  });
  const { feed } = await open(
    steps(prompt(1, "go"), call({ name: "Edit", subject: "src/totals.ts" }, input, "updated")),
  );

  const diff = await within(feed).findByRole("region", { name: "Change of src/totals.ts: 1 added, 1 removed" });

  expect(diff.textContent).toContain("−return round(sum)");
  expect(diff.textContent).toContain("+return sum(rounded)");
});

it("text_that_is_html_stays_text", async () => {
  const evil = "<script>window.__pwn=1</script><img src=x onerror=window.__pwn=2>";
  const { feed, container } = await open(
    hostWith(
      build([
        prompt(1, `${evil} literal one`),
        reply(evil, { html: "" }),
        ...call({ name: evil, subject: evil, isError: true }, evil, `${evil} literal two`),
        { kind: "system", origin: "system", text: evil },
      ]),
      { nativeId: evil, aliases: [evil], cwd: evil },
    ),
  );

  await within(feed).findByText(/literal two/);

  expect(within(feed).getByText(/<script>window.__pwn=1<\/script>.*literal one/)).toBeTruthy();
  expect(
    container.querySelector("script, img, style, iframe"),
    "nothing of the transcript became an element",
  ).toBeNull();
  expect((window as { __pwn?: number }).__pwn).toBeUndefined();
  await userEvent.click(screen.getByRole("tab", { name: "Facts" }));
  expect(container.querySelector("script, img, style, iframe")).toBeNull();
});

it("a_link_never_navigates_and_opens_only_web_addresses", async () => {
  const html = '<p><a href="https://example.com/a">web</a> <a href="javascript:window.__pwn=1">script</a></p>';
  const openLink = vi.fn(async () => {});
  const { feed } = await open(Object.assign(steps(prompt(1, "go"), reply("x", { html })), { openLink }));

  const click = (name: string) => fireEvent.click(within(feed).getByText(name));

  await within(feed).findByText("web");
  expect(click("web"), "the event is cancelled, so the window stays where it is").toBe(false);
  expect(click("script")).toBe(false);
  expect(openLink.mock.calls).toEqual([["https://example.com/a"]]);
});

it("a_masked_secret_is_said_in_words", async () => {
  const { feed } = await open(steps(prompt(1, "the key is [REDACTED:aws-access-key]")));

  expect(await within(feed).findByText("the key is [masked: aws-access-key]")).toBeTruthy();
  expect(document.body.textContent).not.toContain("REDACTED");
});

it("a_session_of_5000_messages_mounts_few_rows_and_reaches_its_end", async () => {
  const list = Array.from({ length: 5000 }, (_, at) =>
    at % 10 === 0 ? prompt(at / 10 + 1, `long session item ${at}`) : reply(`long session item ${at}`),
  );
  const host = hostWith(build(list));
  const { feed } = await open(host);
  const mounted = () => document.querySelectorAll("[role=feed] article").length;

  expect(mounted()).toBeLessThan(300);
  expect(within(feed).getByText("long session item 0")).toBeTruthy();

  fireEvent.keyDown(feed, { key: "End" });

  expect(await within(feed).findByText("long session item 4999")).toBeTruthy();
  expect(mounted(), "the rows left behind are gone").toBeLessThan(300);
});

it("find_reaches_a_far_message_marks_it_and_counts", async () => {
  const list = Array.from({ length: 3000 }, (_, at) =>
    at % 10 === 0 ? prompt(at / 10 + 1, `item ${at}`) : reply(`item ${at}`),
  );
  const { feed } = await open(steps(...list));

  run("/");
  await userEvent.type(screen.getByRole("textbox", { name: "Find in session" }), "item 2500{Enter}");

  expect(await screen.findByText("1 of 1")).toBeTruthy();
  await waitFor(() => expect(within(feed).getByText("item 2500").tagName).toBe("MARK"));
});

it("find_opens_the_fold_in_which_the_words_lie", async () => {
  const { feed } = await open(
    steps(prompt(1, "go"), call({ subject: "pnpm test", isError: false }, "{}", "a needle here")),
  );

  run("/");
  await userEvent.type(screen.getByRole("textbox", { name: "Find in session" }), "needle");
  await screen.findByText("1 found");
  await userEvent.keyboard("{Enter}");

  expect((await within(feed).findByText("needle")).tagName).toBe("MARK");
});

it("opened_at_a_message_it_is_marked", async () => {
  const list = Array.from({ length: 400 }, (_, at) =>
    at % 4 === 0 ? prompt(at / 4 + 1, `item ${at}`) : reply(`item ${at}`),
  );
  const { feed } = await open(steps(...list), idOf(200));

  const words = await within(feed).findByText("item 200");

  expect(words.closest("article")?.getAttribute("aria-current")).toBe("true");
});

it("the_outline_names_turns_marks_failures_and_jumps", async () => {
  const list = [
    prompt(1, "write the cases down first"),
    ...call({ subject: "pnpm test", isError: true }, "{}", "no"),
    ...Array.from({ length: 200 }, (_, at) => reply(`filler ${at}`)),
    prompt(2, "now the fix, smallest possible"),
    reply("done"),
  ];
  const { feed } = await open(steps(...list));
  const outline = screen.getByRole("navigation", { name: "Outline of turns" });

  expect(within(outline).getByRole("button", { name: /write the cases down first Something failed/ })).toBeTruthy();
  expect(within(feed).queryByText("done")).toBeNull();

  await userEvent.click(within(outline).getByRole("button", { name: /now the fix/ }));

  expect(await within(feed).findByText("done")).toBeTruthy();
  expect(
    within(outline)
      .getByRole("button", { name: /now the fix/ })
      .getAttribute("aria-current"),
  ).toBe("true");
});

it("keys_walk_turns_and_failures", async () => {
  const list = [
    prompt(1, "one"),
    reply("a"),
    prompt(2, "two"),
    ...call({ subject: "x", isError: true }, "{}", "no"),
    prompt(3, "three"),
  ];
  const { feed } = await open(steps(...list));
  const marked = () => feed.querySelector("[aria-current=true]")?.textContent;

  run("N");
  expect(marked()).toContain("two");
  run("U");
  expect(marked()).toContain("failed");
  run("P");
  expect(marked(), "back to the head of the turn one is in").toContain("two");
});

it("the_head_does_not_wait_for_the_transcript_and_a_failed_one_can_be_tried_again", async () => {
  const built = build([prompt(1, "go")]);
  const host = hostWith(built);
  let isBroken = true;
  Object.assign(host, {
    listTranscript: async () => {
      if (isBroken) throw new HostError("failed", "The transcript could not be read.");
      return built.lines;
    },
  });
  drawPage({ host, page: () => <SessionView sessionId={SESSION} messageId={null} isFull={false} tools={null} /> });

  expect(await screen.findByText("The transcript could not be read.")).toBeTruthy();
  expect(screen.getByRole("heading", { name: /Rückerstattungen/ })).toBeTruthy();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await within(await screen.findByRole("feed")).findByText("go")).toBeTruthy();
});

it("a_session_that_is_not_in_the_vault_says_so", async () => {
  const host = hostWith(build([]));
  Object.assign(host, {
    getSession: async () => Promise.reject(new HostError("not-found", "The vault holds no session with id 9001.")),
  });
  drawPage({ host, page: () => <SessionView sessionId={SESSION} messageId={null} isFull={false} tools={null} /> });

  expect(await screen.findByText("The vault holds no session with id 9001.")).toBeTruthy();
});

it("a_branch_left_behind_is_one_line_until_it_is_opened", async () => {
  const { feed } = await open(
    steps(
      prompt(1, "one"),
      prompt(2, "rewound", { state: "abandoned" }),
      reply("left", { state: "abandoned" }),
      prompt(2, "again"),
    ),
  );

  expect(within(feed).queryByText("rewound")).toBeNull();
  await userEvent.click(within(feed).getByRole("button", { name: "2 messages left behind by going back" }));
  expect(await within(feed).findByText("rewound")).toBeTruthy();
});

it("a_compaction_is_a_divider_with_its_summary_folded", async () => {
  const { feed } = await open(
    steps(
      prompt(1, "one"),
      { kind: "summary", origin: "system", text: "what came before", isAfterCompaction: true },
      prompt(2, "two"),
    ),
  );

  expect(within(feed).queryByText("what came before")).toBeNull();
  await userEvent.click(within(feed).getByRole("button", { name: /Compacted/ }));
  expect(await within(feed).findByText("what came before")).toBeTruthy();
});

it("a_subagent_opens_in_place_and_back_leads_back", async () => {
  const child = {
    id: 7,
    nativeId: "x",
    title: "t",
    relation: "subagent",
    callMessageId: null,
    startedAt: null,
    activeMs: 0,
  } as const;
  const { feed, router } = await open(
    steps(prompt(1, "go"), call({ name: "Task", subject: "check the export" }, "{}", "fine", { child })),
  );

  await userEvent.click(await within(feed).findByRole("button", { name: /Subagent.*check the export/ }));

  await waitFor(() => expect(router.state.location.search).toMatchObject({ session: 7 }));
  expect(await screen.findByRole("button", { name: "Back" })).toBeTruthy();
});

it("a_running_session_that_grows_says_so_when_one_reads_further_up", async () => {
  const list = Array.from({ length: 300 }, (_, at) =>
    at % 10 === 0 ? prompt(at / 10 + 1, `item ${at}`) : reply(`item ${at}`),
  );
  const built = build(list);
  const host = hostWith(built);
  const { client } = await open(host);
  expect(screen.queryByRole("button", { name: "New below" })).toBeNull();

  const longer = build([...list, reply("something new")]);
  for (const [id, message] of longer.messages) built.messages.set(id, message);
  Object.assign(host, { listTranscript: async () => longer.lines });
  await act(() => client.invalidateQueries({ queryKey: ["listTranscript"] }));

  await userEvent.click(await screen.findByRole("button", { name: "New below" }));
  expect(await screen.findByText("something new")).toBeTruthy();
});

it("lines_that_were_not_understood_are_named", async () => {
  const faults = [40, 41, 88, 90, 91].map((line) => ({ kind: "damaged" as const, line, reason: "not JSON" }));
  await open(
    hostWith(build([prompt(1, "go")]), {
      sources: [{ id: 1, path: "/x/rollout-0716.jsonl", missingSinceAt: null, faults }],
    }),
  );

  expect(
    screen.getByText("5 lines of “rollout-0716.jsonl” were not understood and are skipped: 40, 41, 88 and 2 more."),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show lines" }));
  expect(screen.getByText("line 91")).toBeTruthy();
});

it("a_source_that_is_gone_cannot_be_shown_and_says_why", async () => {
  await open(
    hostWith(build([prompt(1, "go")]), { sources: [{ id: 1, path: "/x/a.jsonl", missingSinceAt: 1, faults: [] }] }),
  );

  const button = screen.getByRole("button", { name: /Show file/ });

  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(button.getAttribute("title")).toBe("source expired, kept");
});

it("the_resume_command_is_copied_and_never_run", async () => {
  const user = userEvent.setup();
  await open(hostWith(build([prompt(1, "go")]), { nativeId: "5f0c2e91" }));

  await user.click(screen.getByRole("button", { name: /Resume/ }));

  expect(await screen.findByText("Copied the command; you run it.")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe("claude --resume 5f0c2e91");
});
