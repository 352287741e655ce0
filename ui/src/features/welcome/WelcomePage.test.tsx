import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { expect, it } from "vitest";
import { HostError } from "../../ipc/errors.ts";
import { makeFakeHost } from "../../ipc/fake/host.ts";
import type { AgentProgress, OpenProblem } from "../../ipc/types.ts";
import { drawPage } from "../../test-page.tsx";
import { WelcomePage } from "./WelcomePage.tsx";

const open = (host = makeFakeHost()) => ({ ...drawPage({ host, page: WelcomePage, address: "/welcome" }), host });
const missing = (agent: AgentProgress["agent"]): AgentProgress => ({
  agent,
  isEnabled: true,
  roots: [{ path: `/home/dev/.${agent}`, exists: false }],
  filesFound: 0,
  bytesFound: 0,
  filesDone: 0,
  oldestAt: null,
  errors: 0,
  warnings: [],
});
const row = async (name: string) => (await screen.findByText(name)).closest("tr") as HTMLElement;

it("shows_what_was_found_and_how_much_of_it_is_read", async () => {
  open();

  const claude = await row("Claude Code");
  const codex = await row("Codex");

  expect(within(claude).getByText("1,284 files")).toBeTruthy();
  expect(within(claude).getByText("read")).toBeTruthy();
  expect(within(codex).getByText("2,118 read")).toBeTruthy();
  expect(within(await row("Together")).getByText("3,402 read")).toBeTruthy();
  expect(screen.getByText(/It found two agents on this computer and is copying what they recorded/)).toBeTruthy();
});

it("moves_while_the_files_are_read", async () => {
  const { host } = open();
  await row("Codex");
  const { perAgent } = await host.getProgress();

  act(() =>
    host.advance({ perAgent: perAgent.map((each) => ({ ...each, filesDone: each.filesFound })), state: "upToDate" }),
  );

  expect(within(await row("Together")).getByText("all read")).toBeTruthy();
  expect(screen.queryByText("What is still unread arrives while you work.")).toBeNull();
});

it("enter_opens_daybook_without_waiting_for_the_rest", async () => {
  const { host, router } = open();
  await row("Codex");

  await userEvent.keyboard("{Enter}");

  await waitFor(() => expect(router.state.location.pathname).toBe("/prompts"));
  expect(host.calls.map((call) => call.command)).toContain("finishWelcome");
});

it("the_sample_vault_is_one_click_away", async () => {
  const { host } = open();

  await userEvent.click(await screen.findByRole("button", { name: "Look round with a sample vault" }));

  await waitFor(() => expect(host.calls.map((call) => call.command)).toContain("openSampleVault"));
});

it("an_agent_that_is_elsewhere_can_be_given_a_folder", async () => {
  const { host } = open(makeFakeHost({ progress: { perAgent: [missing("codex")] } }));
  const codex = await row("Codex");

  expect(within(codex).getByText("not found in its usual places")).toBeTruthy();
  await userEvent.click(within(codex).getByRole("button", { name: "Choose a folder…" }));

  await waitFor(() => expect(within(codex.ownerDocument.body).getByText("/mnt/backup/agents")).toBeTruthy());
  expect(host.calls.at(-1)?.command).toBe("addInputRoot");
});

it("nothing_found_says_so_and_still_opens", async () => {
  open(makeFakeHost({ progress: { state: "upToDate", perAgent: [missing("claude-code"), missing("codex")] } }));

  expect(await screen.findByText(/It found no agent in the usual places/)).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Choose a folder…" })).toHaveLength(2);
  expect(screen.queryByText("Together")).toBeNull();
});

it("before_the_search_is_over_nothing_is_called_missing", async () => {
  open(makeFakeHost({ progress: { state: "discovering", perAgent: [missing("codex")] } }));

  expect(await screen.findByText("It is looking for what your agents recorded on this computer.")).toBeTruthy();
  expect(screen.queryByText("not found in its usual places")).toBeNull();
});

it("an_agent_can_be_left_out", async () => {
  const { host } = open();

  await userEvent.click(within(await row("Codex")).getByRole("checkbox", { name: "Read Codex" }));

  expect(await within(await row("Codex")).findByText("not read")).toBeTruthy();
  expect(host.calls.at(-1)).toEqual({ command: "setInputEnabled", args: ["codex", false] });
});

const problem = (kind: OpenProblem["kind"], message: string): OpenProblem => ({ kind, message, hint: "A hint." });

it("a_newer_vault_is_named_and_only_quit_is_left", async () => {
  const message = "This vault was written by a newer Daybook (0.9). It was not opened, so nothing changed.";
  const { host } = open(makeFakeHost({ openState: { problem: problem("newer", message) } }));

  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Quit"]);
  await userEvent.click(screen.getByRole("button", { name: "Quit" }));
  expect(host.calls.at(-1)?.command).toBe("quit");
});

it("a_vault_that_cannot_be_written_says_why_and_can_be_tried_again", async () => {
  open(
    makeFakeHost({
      openState: { problem: problem("unwritable", "“/vault” cannot be written: read-only file system.") },
    }),
  );

  expect(await screen.findByText("“/vault” cannot be written: read-only file system.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

it("a_way_in_that_fails_says_why", async () => {
  const host = makeFakeHost();
  host.fail("openSampleVault", new HostError("failed", "The sample could not be written."));
  open(host);

  await userEvent.click(await screen.findByRole("button", { name: "Look round with a sample vault" }));

  expect(await screen.findByText("The sample could not be written.")).toBeTruthy();
});
