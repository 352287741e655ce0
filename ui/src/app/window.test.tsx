/* The window over the fake host: the journeys of a person with keyboard or mouse. */
import { createMemoryHistory } from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { HostError } from "../ipc/errors.ts";
import { type FakeHost, type FakeOptions, makeFakeHost } from "../ipc/fake/host.ts";
import { makeSample } from "../ipc/fake/samples.ts";
import { setHost } from "../ipc/host.ts";
import { Daybook, makeQueryClient } from "./providers.tsx";
import { makeRouter } from "./router.tsx";

const WAIT = { timeout: 8000 };

async function open(address: string, options: FakeOptions = {}) {
  const host = makeFakeHost({ progress: { state: "upToDate" }, ...options });
  setHost(host);
  const client = makeQueryClient();
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }));
  render(<Daybook client={client} router={router} />);
  const grid = await screen.findByRole("grid", {}, WAIT);
  return { host, client, router, grid, user: userEvent.setup() };
}

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-row]")];
const current = () => document.querySelector<HTMLElement>("[data-row][tabindex='0']");
const asked = (host: FakeHost, command: string) => host.calls.filter((call) => call.command === command);
const lastFilter = (host: FakeHost) => asked(host, "listPromptOrder").at(-1)?.args[0];

describe("prompts", () => {
  it("chips_and_words_combine_and_the_address_keeps_them", async () => {
    const { host, router, user } = await open("/prompts");

    await user.click(await screen.findByRole("button", { name: /^Codex/ }, WAIT));
    await user.type(screen.getByLabelText("Words in prompts"), "webhook");

    await waitFor(() => expect(lastFilter(host)).toMatchObject({ agents: ["codex"], words: "webhook" }), WAIT);
    expect(router.state.location.search).toMatchObject({ agents: ["codex"], words: "webhook" });
    await waitFor(() => expect(rows()).toHaveLength(1), WAIT);
  });

  it("ctrl_click_adds_an_agent_and_a_plain_click_chooses_one_alone", async () => {
    const { host, user } = await open("/prompts");
    await user.click(await screen.findByRole("button", { name: /^Codex/ }, WAIT));

    await user.keyboard("{Control>}");
    await user.click(screen.getByRole("button", { name: /^Claude Code/ }));
    await user.keyboard("{/Control}");
    await waitFor(() => expect(lastFilter(host)).toMatchObject({ agents: ["codex", "claude-code"] }), WAIT);

    await user.click(screen.getByRole("button", { name: /^Claude Code/ }));
    await waitFor(() => expect(lastFilter(host)).toMatchObject({ agents: ["claude-code"] }), WAIT);
  });

  it("a_head_sorts_down_up_and_back_and_days_vanish_meanwhile", async () => {
    const { host, user } = await open("/prompts");
    await screen.findByRole("heading", { name: "Thursday, 16 July" }, WAIT);
    const head = screen.getByRole("columnheader", { name: "Project" });
    const press = () => user.click(within(head).getByRole("button"));

    await press();
    await waitFor(() => expect(head.getAttribute("aria-sort")).toBe("descending"), WAIT);
    expect(asked(host, "listPromptOrder").at(-1)?.args[1]).toEqual({ column: "project", isDescending: true });
    expect(screen.queryByRole("heading", { name: "Thursday, 16 July" })).toBeNull();
    await press();
    await waitFor(() => expect(head.getAttribute("aria-sort")).toBe("ascending"), WAIT);
    await press();
    await waitFor(() => expect(head.getAttribute("aria-sort")).toBe("none"), WAIT);
    expect(screen.getByRole("columnheader", { name: "Time" }).getAttribute("aria-sort")).toBe("descending");
  });

  it("keys_walk_open_fold_select_and_let_go", async () => {
    const { user, grid } = await open("/prompts");
    await within(grid).findByText(/^Retry must reuse/, {}, WAIT);

    await user.keyboard("jj");
    await waitFor(() => expect(document.activeElement).toBe(current()), WAIT);
    expect(current()?.getAttribute("aria-rowindex"), "the first J lands on the first row").toBe("2");

    await user.keyboard("{ArrowRight}");
    expect(within(current() as HTMLElement).getByRole("button", { name: /Open session/ })).toBeTruthy();
    await user.keyboard("{ArrowLeft}");
    expect(within(current() as HTMLElement).queryByRole("button", { name: /Open session/ })).toBeNull();

    await user.keyboard("x{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    expect(rows().filter((row) => row.getAttribute("aria-selected") === "true")).toHaveLength(3);
    expect(screen.getByRole("toolbar", { name: "Selection" }).textContent).toContain("3 selected");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("toolbar", { name: "Selection" })).toBeNull();
  });

  it("enter_opens_the_session_at_the_prompt_and_escape_comes_back_to_the_row", async () => {
    const { user, router } = await open("/prompts");
    await screen.findByText(/^Retry must reuse/, {}, WAIT);
    await user.keyboard("j{Enter}");

    await waitFor(() => expect(router.state.location.search).toMatchObject({ session: 1, message: 1006 }), WAIT);
    const drawer = await screen.findByRole("complementary", { name: "Session" }, WAIT);
    await waitFor(
      () => expect(drawer.contains(document.activeElement), "Enter takes the focus along").toBe(true),
      WAIT,
    );

    await user.keyboard("{Escape}");
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty("session"), WAIT);
    await waitFor(() => expect(document.activeElement).toBe(current()), WAIT);
  });

  it("space_peeks_and_the_drawer_follows_the_keys_in_the_list", async () => {
    const { user, router } = await open("/prompts");
    await screen.findByText(/^Retry must reuse/, {}, WAIT);
    await user.keyboard("j ");
    await waitFor(() => expect(router.state.location.search).toMatchObject({ message: 1006 }), WAIT);
    expect(document.activeElement, "peeking leaves the focus in the list").toBe(current());

    await user.keyboard("j");

    await waitFor(() => expect(router.state.location.search).toMatchObject({ message: 1005 }), WAIT);
  });

  it("all_that_match_are_selected_loaded_or_not", async () => {
    const { host, user } = await open("/prompts");
    await screen.findByText(/^Retry must reuse/, {}, WAIT);

    await user.keyboard("j{Control>}a{/Control}");

    const bar = screen.getByRole("toolbar", { name: "Selection" });
    expect(bar.textContent).toContain(`${host.sample.prompts.length} selected`);
  });

  it("an_empty_period_names_the_last_prompt_and_leads_there", async () => {
    const { user, router } = await open("/prompts?from=2026-08-01&until=2026-08-31");

    expect(await screen.findByText(/^No prompts in this period\. The last one is from 16 July/, {}, WAIT)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Go there" }));

    await waitFor(() => expect(router.state.location.search).toMatchObject({ from: "2026-07-16" }), WAIT);
    expect(await screen.findByText(/^Retry must reuse/, {}, WAIT)).toBeTruthy();
  });

  it("a_failure_says_what_happened_and_can_be_tried_again", async () => {
    const sample = makeSample(40);
    const host = makeFakeHost({ sample, progress: { state: "upToDate" } });
    host.fail(
      "listPromptOrder",
      new HostError("failed", "The vault is locked by another program.", "Daybook tries again."),
    );
    setHost(host);
    render(
      <Daybook client={makeQueryClient()} router={makeRouter(createMemoryHistory({ initialEntries: ["/prompts"] }))} />,
    );
    expect((await screen.findByText(/locked by another program/, {}, WAIT)).textContent).toContain(
      "Daybook tries again.",
    );

    host.fail("listPromptOrder", null);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));

    expect(await screen.findByText(/^Retry must reuse/, {}, WAIT)).toBeTruthy();
  });

  it("unread_files_are_named_until_they_are_read", async () => {
    const { host } = await open("/prompts", { progress: { state: "reading" } });
    expect(await screen.findByText("Codex is 63 % read; older prompts may be missing", {}, WAIT)).toBeTruthy();

    act(() => host.advance({ state: "upToDate" }));

    await waitFor(() => expect(screen.queryByText(/older prompts may be missing/)).toBeNull(), WAIT);
  });

  it("a_change_of_the_vault_asks_again_for_what_it_touches_and_nothing_else", async () => {
    const { host, user } = await open("/prompts");
    await screen.findByText(/^Retry must reuse/, {}, WAIT);
    await user.keyboard("j");
    const before = { orders: asked(host, "listPromptOrder").length, projects: asked(host, "listProjects").length };

    act(() => host.changeVault(["prompts"]));

    await waitFor(() => expect(asked(host, "listPromptOrder").length).toBe(before.orders + 1), WAIT);
    expect(asked(host, "listProjects").length, "projects did not change").toBe(before.projects);
    expect(current()?.textContent, "the row one was on stays").toContain("Retry must reuse");
  });
});

describe("a table of 100,000 prompts", () => {
  it("mounts_under_100_rows_and_asks_only_for_what_is_near", async () => {
    const { host, grid } = await open("/prompts", { sample: hugeSample(100_000) });
    await waitFor(() => expect(rows().length).toBeGreaterThan(20), WAIT);
    expect(grid.getAttribute("aria-rowcount")).toBe("100000");
    expect(rows().length).toBeLessThan(100);
    const idsAsked = () => asked(host, "listPrompts").flatMap((call) => call.args[0] as number[]);
    expect(idsAsked().length, "a few screens, not the table").toBeLessThanOrEqual(150);

    const box = grid.firstElementChild as HTMLElement;
    act(() => {
      box.scrollTop = 1_600_000;
      fireEvent.scroll(box);
    });

    await waitFor(() => expect(rows().some((row) => /prompt 49[89]\d\d/.test(row.textContent ?? ""))).toBe(true), WAIT);
    expect(rows().length).toBeLessThan(100);
    expect(idsAsked().length).toBeLessThanOrEqual(350);
  });

  it("end_goes_to_the_last_row_and_the_row_with_the_focus_stays_mounted", async () => {
    const { user, grid } = await open("/prompts", { sample: hugeSample(100_000) });
    await waitFor(() => expect(rows().length).toBeGreaterThan(20), WAIT);

    await user.keyboard("j{End}");
    await waitFor(() => expect(current()?.getAttribute("aria-rowindex")).toBe("100000"), WAIT);
    const box = grid.firstElementChild as HTMLElement;
    act(() => {
      box.scrollTop = 0;
      fireEvent.scroll(box);
    });

    expect(document.activeElement?.getAttribute("aria-rowindex"), "scrolling must not lose the focus").toBe("100000");
  });
});

describe("sessions", () => {
  it("children_unfold_under_their_parent_and_can_be_walked", async () => {
    const { user, grid } = await open("/sessions");
    const title = await within(grid).findByText(/^Rückerstattungen/, {}, WAIT);
    const parent = title.closest<HTMLElement>("[data-row]") as HTMLElement;

    await user.click(within(parent).getByRole("button", { name: "Expand" }));
    await within(grid).findByText("Check the export against the ledger", {}, WAIT);
    await waitFor(() => expect(document.activeElement).toBe(current()), WAIT);
    await user.keyboard("{ArrowDown}");
    expect(current()?.textContent).toContain("Check the export");

    await user.keyboard("{ArrowLeft}");
    expect(current()?.textContent, "left goes to the parent").toContain("Rückerstattungen");
    await user.keyboard("{ArrowLeft}");
    expect(within(grid).queryByText("Check the export against the ledger")).toBeNull();
  });

  it("a_session_whose_file_is_gone_says_so", async () => {
    const { grid } = await open("/sessions");

    expect((await within(grid).findAllByText("source expired, kept", {}, WAIT)).length).toBeGreaterThan(0);
  });
});

describe("frame", () => {
  it("scope_and_period_hold_when_one_goes_elsewhere", async () => {
    const { user, router } = await open("/prompts?projects=%5B1%5D&from=2026-07-15&until=2026-07-16");
    await screen.findByText(/^Retry must reuse/, {}, WAIT);

    await user.keyboard("gs");

    await waitFor(() => expect(router.state.location.pathname).toBe("/sessions"), WAIT);
    expect(router.state.location.search).toEqual({ projects: [1], from: "2026-07-15", until: "2026-07-16" });
  });

  it("brackets_step_the_period_by_its_own_length", async () => {
    const { user, router } = await open("/prompts?from=2026-07-01&until=2026-07-31");
    await screen.findByText(/^Retry must reuse/, {}, WAIT);

    await user.keyboard("[[");

    await waitFor(
      () => expect(router.state.location.search).toMatchObject({ from: "2026-06-01", until: "2026-06-30" }),
      WAIT,
    );
  });

  it("the_palette_goes_does_and_finds", async () => {
    const { user, router } = await open("/prompts");
    await screen.findByText(/^Retry must reuse/, {}, WAIT);

    await user.keyboard("{Control>}k{/Control}");
    const field = await screen.findByRole("combobox", { name: "Search or jump to" }, WAIT);
    await user.type(field, "refunds");
    expect(await screen.findByText(/^Show all \d+ matches of/, {}, WAIT)).toBeTruthy();
    await user.clear(field);
    await user.type(field, "sessions{Enter}");

    await waitFor(() => expect(router.state.location.pathname).toBe("/sessions"), WAIT);
  });

  it("reading_can_be_paused_and_resumed_from_the_status_line", async () => {
    const { user } = await open("/prompts", { progress: { state: "reading" } });
    expect(await screen.findByText("Reading Codex · 2,118 of 3,310 files · newest first", {}, WAIT)).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Pause" }));
    expect(await screen.findByText(/^Reading is paused/, {}, WAIT)).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Resume" }));
    expect(await screen.findByText(/^Reading Codex/, {}, WAIT)).toBeTruthy();
  });

  it("single_keys_can_be_turned_off", async () => {
    const { user } = await open("/prompts", { preferences: { singleKeys: false } });
    await screen.findByText(/^Retry must reuse/, {}, WAIT);

    await user.keyboard("jx");

    expect(screen.queryByRole("toolbar", { name: "Selection" })).toBeNull();
  });

  it("after_ctrl_f_letters_jump_to_the_next_row_that_has_them_loaded_or_not", async () => {
    const { user } = await open("/prompts");
    await screen.findByText(/^Retry must reuse/, {}, WAIT);

    await user.keyboard("{Control>}f{/Control}transit");
    expect(screen.getByText("Find “transit”")).toBeTruthy();
    await waitFor(() => expect(screen.getByText("no row has it")).toBeTruthy(), WAIT);
    await user.keyboard("{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}webhook");
    await waitFor(() => expect(current()?.textContent).toContain("webhook"), WAIT);

    await user.keyboard("{Escape}");
    expect(screen.queryByText(/^Find “/)).toBeNull();
  });

  it("has_landmarks_and_one_first_heading", async () => {
    await open("/prompts");

    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    expect(document.querySelector("search"), "the filter line is a search landmark").toBeTruthy();
    for (const role of ["main", "contentinfo"]) expect(screen.getByRole(role)).toBeTruthy();
    expect(document.querySelector("header"), "the top bar").toBeTruthy();
    expect(screen.getAllByRole("navigation").length).toBeGreaterThan(0);
    expect(screen.getByRole("button", { name: "Skip to the list" })).toBeTruthy();
  });
});

/** Many prompts of one session, cheap to make. */
function hugeSample(count: number) {
  const sample = makeSample(20);
  const model = sample.prompts[0];
  if (model === undefined) throw new Error("the sample has prompts");
  sample.prompts = Array.from({ length: count }, (_, at) => ({
    ...model,
    id: at + 1,
    at: (model.at ?? 0) - at * 60_000,
    text: `prompt ${at}`,
    activity: { runs: [], prompts: [] },
  }));
  return sample;
}
