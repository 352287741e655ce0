import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Toasts } from "../../components/Toast.tsx";
import { HostError } from "../../ipc/errors.ts";
import { makeFakeHost } from "../../ipc/fake/host.ts";
import { drawPage } from "../../test-page.tsx";
import { SettingsPage } from "./SettingsPage.tsx";
import { validateSettingsSearch } from "./search.ts";

function open(host = makeFakeHost(), address = "/settings") {
  const page = () => (
    <>
      <SettingsPage />
      <Toasts />
    </>
  );
  return { ...drawPage({ host, page, address, validateSearch: validateSettingsSearch }), host };
}
const choose = async (group: string, name: string) =>
  userEvent.click(within(await screen.findByRole("radiogroup", { name: group })).getByRole("radio", { name }));

it("a_choice_applies_at_once_and_can_be_undone", async () => {
  const { host } = open();

  await choose("Theme", "Dark");
  expect((await host.getPreferences()).theme).toBe("dark");

  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(async () => expect((await host.getPreferences()).theme).toBe("system"));
});

it("text_grows_in_steps_up_to_twice_its_size", async () => {
  const { host } = open(makeFakeHost({ preferences: { textScale: 175 } }));

  await userEvent.click(await screen.findByRole("button", { name: "Larger text" }));

  expect((await host.getPreferences()).textScale).toBe(200);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Larger text" }).getAttribute("aria-disabled")).toBe("true"),
  );
});

it("a_choice_that_cannot_be_kept_is_taken_back", async () => {
  const host = makeFakeHost();
  host.fail("setPreferences", new HostError("failed", "The vault is locked."));
  open(host);

  await choose("Density", "Compact");

  expect(await screen.findByText("The vault is locked.")).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("radio", { name: "Default" }).getAttribute("aria-checked")).toBe("true"));
});

it("the_sample_vault_is_opened_from_the_vault_part", async () => {
  const { host } = open();

  await userEvent.click(await screen.findByRole("button", { name: "Open the sample vault" }));

  await waitFor(() => expect(host.calls.map((call) => call.command)).toContain("openSampleVault"));
});

it("the_part_is_in_the_address", async () => {
  const { router } = open();

  await userEvent.click(await screen.findByRole("button", { name: "About" }));

  await waitFor(() => expect(router.state.location.search).toEqual({ part: "about" }));
});

it("welcome_can_be_seen_again", async () => {
  const { router } = open();

  await userEvent.click(await screen.findByRole("button", { name: "Show Welcome again" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/welcome"));
});
