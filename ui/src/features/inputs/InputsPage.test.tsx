import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { HostError } from "../../ipc/errors.ts";
import { makeFakeHost } from "../../ipc/fake/host.ts";
import { drawPage } from "../../test-page.tsx";
import { InputsPage } from "./InputsPage.tsx";

const open = (host = makeFakeHost()) => ({ ...drawPage({ host, page: InputsPage, address: "/inputs" }), host });
const row = async (name: string) => (await screen.findByText(name, { selector: "td *" })).closest("tr") as HTMLElement;

it("an_agent_a_row_with_its_figures", async () => {
  open();

  const codex = await row("Codex");

  expect(within(codex).getByText("3,310")).toBeTruthy();
  expect(within(codex).getByText("reading, 63 %")).toBeTruthy();
  expect(await within(codex).findByTitle("1 could not be read")).toBeTruthy();
  expect(within(await row("Claude Code")).getByText("watching")).toBeTruthy();
});

it("opened_it_names_each_fault_with_place_and_reason", async () => {
  const { host } = open();

  await userEvent.click(within(await row("Codex")).getByRole("button", { name: "Open Codex" }));

  const quarantined = (await screen.findByRole("heading", { name: /Could not be read/ })).parentElement as HTMLElement;
  expect(within(quarantined).getByText("permission denied")).toBeTruthy();
  expect(screen.getByText("line 88")).toBeTruthy();
  expect(screen.getByText("not there"), "a folder that does not exist is told apart").toBeTruthy();

  await userEvent.click(within(quarantined).getByRole("button", { name: /again/ }));
  await waitFor(() => expect(host.calls).toContainEqual({ command: "readSourceAgain", args: [2] }));
});

it("errors_of_one_agent_do_not_hide_the_other", async () => {
  const host = makeFakeHost();
  host.fail("listFaultySources", new HostError("failed", "The list could not be read."));
  open(host);

  await userEvent.click(within(await row("Codex")).getByRole("button", { name: "Open Codex" }));

  expect(await screen.findByText("The list could not be read.")).toBeTruthy();
  expect(within(await row("Claude Code")).getByText("1,284")).toBeTruthy();
});

it("reading_can_be_paused_and_resumed", async () => {
  open();

  await userEvent.click(await screen.findByRole("button", { name: "Pause" }));
  expect(await screen.findByText("Paused · 2,118 of 3,310 files read")).toBeTruthy();

  await userEvent.click(screen.getByRole("button", { name: "Resume" }));
  expect(await screen.findByText(/^Reading Codex/)).toBeTruthy();
});

it("an_agent_can_be_turned_off", async () => {
  const { host } = open();

  await userEvent.click(within(await row("Codex")).getByRole("checkbox", { name: "Read Codex" }));

  expect(await within(await row("Codex")).findByText("not read")).toBeTruthy();
  expect(host.calls).toContainEqual({ command: "setInputEnabled", args: ["codex", false] });
});

it("a_folder_can_be_added", async () => {
  open();
  await userEvent.click(within(await row("Codex")).getByRole("button", { name: "Open Codex" }));

  await userEvent.click(await screen.findByRole("button", { name: "Add folder…" }));

  expect(await screen.findByText("/mnt/backup/agents")).toBeTruthy();

  await userEvent.click(screen.getByRole("button", { name: "Take “/mnt/backup/agents” away" }));

  await waitFor(() => expect(screen.queryByText("/mnt/backup/agents")).toBeNull());
});

it("folders_that_are_gone_say_what_stays_and_offer_another", async () => {
  const host = makeFakeHost({ progress: { state: "upToDate" } });
  const { perAgent } = await host.getProgress();
  host.advance({
    perAgent: perAgent.map((each) =>
      each.agent === "codex" ? { ...each, roots: [{ path: "/home/dev/.codex/sessions", exists: false }] } : each,
    ),
  });
  open(host);

  expect(
    await screen.findByText(/^The folder “~\/\.codex\/sessions” is gone\. Its \d+ sessions stay in the vault\.$/),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: "Choose a folder…" })).toBeTruthy();
});

it("the_limit_of_the_system_is_said_in_words", async () => {
  open(
    makeFakeHost({ progress: { notice: "The system watches no more folders; Daybook looks every minute instead." } }),
  );

  expect(
    await screen.findByText("The system watches no more folders; Daybook looks every minute instead."),
  ).toBeTruthy();
});

it("a_page_that_cannot_ask_says_why", async () => {
  const host = makeFakeHost();
  host.fail("getProgress", new HostError("failed", "The indexer does not answer."));
  open(host);

  expect(await screen.findByText("The indexer does not answer.")).toBeTruthy();
});
