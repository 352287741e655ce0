/* A vault that cannot be opened: whatever the address, the window says so, once. */
import { createMemoryHistory } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeFakeHost } from "../ipc/fake/host.ts";
import { setHost } from "../ipc/host.ts";
import { Daybook, makeQueryClient } from "./providers.tsx";
import { makeRouter } from "./router.tsx";

it.each(["/", "/prompts", "/welcome"])("at_%s_the_problem_stands_alone_and_nothing_is_asked_again", async (address) => {
  const problem = { kind: "newer", message: "A newer Daybook wrote it.", hint: "Install the newer one." } as const;
  const host = makeFakeHost({ openState: { problem } });
  setHost(host);
  const history = createMemoryHistory({ initialEntries: [address] });
  render(<Daybook client={makeQueryClient()} router={makeRouter(history)} />);

  await screen.findByText(problem.message, {}, { timeout: 8000 });

  expect(screen.queryByRole("grid")).toBeNull();
  expect(host.calls.filter((call) => call.command === "openState").length).toBeLessThan(4);
});
