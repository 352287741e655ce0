/*
 * The fake cannot lie about shapes: what it answers has exactly the fields that the program answered, as a Rust test
 * recorded them in `__fixtures__`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packOrder, unpackOrder } from "../../lib/order.ts";
import { makeFakeHost } from "./host.ts";

/** What the program answered, each time it was asked. */
function recorded(command: string): unknown[] {
  const file = join(import.meta.dirname, "..", "__fixtures__", `${command}.json`);
  return (JSON.parse(readFileSync(file, "utf8")) as { answer: unknown }[]).map(({ answer }) => answer);
}

/** The names of all fields, with those of lists taken together. */
function fieldsOf(value: unknown, path = ""): Set<string> {
  const fields = new Set<string>();
  const add = (more: Set<string>) => {
    for (const field of more) fields.add(field);
  };
  if (Array.isArray(value)) for (const one of value) add(fieldsOf(one, `${path}[]`));
  else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      fields.add(`${path}.${name}`);
      add(fieldsOf(inner, `${path}.${name}`));
    }
  }
  return fields;
}

const anything = { projects: [], agents: [], models: [], words: "", fromAt: null, untilAt: null };
const host = makeFakeHost({ prompts: 60 });
const session = host.sample.sessions.find((one) => one.row.title.startsWith("Rückerstattungen"))?.row.id ?? 1;

it.each([
  ["get_summary", () => host.getSummary()],
  ["get_progress", () => host.getProgress()],
  ["list_prompts", () => host.listPrompts(host.sample.prompts.map((row) => row.id))],
  ["list_sessions", () => host.listSessions(host.sample.sessions.map((one) => one.row.id))],
  ["list_child_sessions", () => host.listChildSessions(session)],
  ["count_prompt_facets", () => host.countPromptFacets(anything)],
  ["count_session_facets", () => host.countSessionFacets(anything)],
  ["list_projects", () => host.listProjects()],
  ["get_session", () => host.getSession(session)],
  ["list_transcript", () => host.listTranscript(session)],
  [
    "list_messages",
    async () =>
      host.listMessages(
        session,
        (await host.listTranscript(session)).map((line) => line.id),
      ),
  ],
  ["search", () => host.search({ ...anything, words: "the" }, 5, 0)],
  ["list_faulty_sources", () => host.listFaultySources("codex")],
] as const)("%s_answers_with_the_fields_of_the_program", async (command, ask) => {
  const real = new Set(recorded(command).flatMap((answer) => [...fieldsOf(answer)]));
  const fake = fieldsOf(await ask());

  // A list that is empty on one side, or a value that is null there, says nothing about its fields.
  const isKnown = (field: string, other: Set<string>) => {
    const parent = field.slice(0, field.lastIndexOf("."));
    return [...other].some((one) => one.startsWith(`${parent}.`));
  };
  const missing = [...real].filter((field) => !fake.has(field) && isKnown(field, fake));
  const invented = [...fake].filter((field) => !real.has(field) && isKnown(field, real));
  expect({ missing, invented }).toEqual({ missing: [], invented: [] });
});

it("an_order_of_the_program_survives_packing", () => {
  const [pairs] = recorded("list_prompt_order") as [number, number | null][][];
  const entries = (pairs ?? []).map(([id, day]) => ({ id, day }));

  const order = unpackOrder(packOrder(entries));

  expect(entries.length).toBeGreaterThan(10);
  expect([...order.ids]).toEqual(entries.map((entry) => entry.id));
});
