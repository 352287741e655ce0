/* Finds, in the text of a tool call, the changes it makes to files: Edit, MultiEdit and Write of Claude Code (as the list of arguments the
   reader writes, or as JSON), `apply_patch` of Codex (plain, as a JSON string, or inside the JavaScript of code mode) and unified
   differences.

   Returns nothing where the call is no edit or its text was cut, so that the plain text is shown instead. Never evaluates anything. */

import { compareLines, countChanges, type DiffLine, line, markChangedWords } from "./diff.ts";

/** A stretch of a file that changed. `isCounted` says that the line numbers are those of the file and not of the excerpt. */
export interface Hunk {
  readonly label: string;
  readonly lines: readonly DiffLine[];
  readonly isCounted: boolean;
}

/** What a call does to one file. */
export interface FileEdit {
  readonly path: string;
  readonly movedTo: string | null;
  readonly verb: "changed" | "written" | "deleted";
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

/** Reads the edits of a call; `result` (the text of its result) may tell where in the file a change lies. */
export function readEdits(toolName: string, call: string, result = ""): FileEdit[] {
  const patch = findPatch(call);
  if (patch !== null) return readPatch(patch);
  const input = parseObject(call) ?? parseListing(call);
  if (input === null) return /^(---|diff --git) /m.test(call) ? readUnified(call) : [];
  const path = firstText(input, "file_path", "path", "notebook_path");
  if (path === null) return [];
  const replacements = replacementsOf(input);
  if (replacements.length > 0)
    return [
      fileEdit(
        path,
        "changed",
        replacements.map((each) => replacementHunk(each, result)),
      ),
    ];
  const content = firstText(input, "content", "file_text", "new_source");
  if (content === null || !/write|create|edit/i.test(toolName)) return [];
  return [fileEdit(path, "written", [{ label: "", lines: compareLines("", content), isCounted: true }])];
}

interface Replacement {
  readonly before: string;
  readonly after: string;
  readonly isEverywhere: boolean;
}

function replacementsOf(input: Record<string, unknown>): Replacement[] {
  const list = Array.isArray(input.edits) ? input.edits.filter(isObject) : [input];
  return list.flatMap((each) => {
    const before = firstText(each, "old_string", "old_str");
    const after = firstText(each, "new_string", "new_str");
    return before === null || after === null ? [] : [{ before, after, isEverywhere: each.replace_all === true }];
  });
}

function replacementHunk(replacement: Replacement, result: string): Hunk {
  const found = replacement.isEverywhere ? null : findStart(result, replacement.after);
  const start = found ?? 1;
  const isNewFile = replacement.before === "";
  return {
    label: replacement.isEverywhere ? "everywhere in the file" : "",
    lines: compareLines(replacement.before, replacement.after, { before: start, after: start }),
    isCounted: found !== null || isNewFile,
  };
}

/** Finds the line on which `text` begins in a numbered listing (`     6→export …`), as older results of Edit quote it. */
export function findStart(listing: string, text: string): number | null {
  const wanted = text.split("\n").slice(0, 3);
  if (text.trim() === "") return null;
  const numbered = [...listing.matchAll(/^\s*(\d+)(?:→|\t)(.*)$/gm)].map((match) => ({
    number: Number(match[1]),
    text: match[2] ?? "",
  }));
  const at = numbered.findIndex((_, index) => wanted.every((each, step) => numbered[index + step]?.text === each));
  return numbered[at]?.number ?? null;
}

/** Finds a patch in the call: bare, as a JSON or JavaScript string, or in a here-document. */
function findPatch(call: string): string | null {
  const begin = call.indexOf("*** Begin Patch");
  if (begin < 0) return null;
  const end = call.indexOf("*** End Patch", begin);
  const body = end < 0 ? call.slice(begin) : call.slice(begin, end);
  if (!/^\*\*\* Begin Patch\\n/.test(body)) return body;
  return unescapeString(body);
}

function unescapeString(body: string): string | null {
  try {
    const text: unknown = JSON.parse(
      `"${body
        .replace(/\\+$/, "")
        .replace(/\\([`'$])/g, "$1")
        .replace(/(?<!\\)"/g, '\\"')}"`,
    );
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

interface Draft {
  path: string;
  movedTo: string | null;
  verb: FileEdit["verb"];
  hunks: { label: string; lines: DiffLine[] }[];
}

function readPatch(patch: string): FileEdit[] {
  const drafts: Draft[] = [];
  for (const text of patch.replace(/\r?\n$/, "").split(/\r?\n/)) {
    const head = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(text);
    const draft = drafts.at(-1);
    if (head) {
      drafts.push(startDraft(head[1] ?? "", head[2] ?? ""));
    } else if (draft && text.startsWith("*** Move to: ")) {
      draft.movedTo = text.slice("*** Move to: ".length);
    } else if (draft && text.startsWith("@@")) {
      draft.hunks.push({ label: text.slice(2).trim(), lines: [] });
    } else if (draft && !text.startsWith("***")) {
      addPatchLine(draft, text);
    }
  }
  return drafts.map((draft) =>
    finish(
      draft,
      draft.hunks.map((hunk) => ({
        label: hunk.label,
        lines: markChangedWords(numbered(agreeing(hunk.lines), 1, 1)),
        isCounted: draft.verb === "written",
      })),
    ),
  );
}

function startDraft(word: string, path: string): Draft {
  const verb = word === "Add" ? "written" : word === "Delete" ? "deleted" : "changed";
  return { path: path.trim(), movedTo: null, verb, hunks: [] };
}

function addPatchLine(draft: Draft, text: string): void {
  const sign = text.startsWith("+") ? "added" : text.startsWith("-") ? "removed" : "same";
  if (sign === "same" && text !== "" && !text.startsWith(" ")) return;
  if (sign === "same" && text === "" && draft.hunks.length === 0) return;
  if (draft.hunks.length === 0) draft.hunks.push({ label: "", lines: [] });
  draft.hunks.at(-1)?.lines.push(line(sign, null, null, text.slice(1)));
}

function readUnified(call: string): FileEdit[] {
  const drafts: (Draft & { starts: [number, number][] })[] = [];
  for (const text of call.split(/\r?\n/)) {
    const draft = drafts.at(-1);
    const head = /^\+\+\+ (?:b\/)?(.+?)(?:\t.*)?$/.exec(text);
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/.exec(text);
    if (head) {
      drafts.push({ ...startDraft("Update", head[1] ?? ""), starts: [] });
    } else if (draft && hunk) {
      draft.hunks.push({ label: (hunk[3] ?? "").trim(), lines: [] });
      draft.starts.push([Number(hunk[1]), Number(hunk[2])]);
    } else if (draft && draft.hunks.length > 0 && /^[ +-]/.test(text) && !text.startsWith("--- ")) {
      addPatchLine(draft, text);
    }
  }
  return drafts.map((draft) =>
    finish(
      draft,
      draft.hunks.map((hunk, index) => {
        const [before, after] = draft.starts[index] ?? [1, 1];
        return { label: hunk.label, lines: markChangedWords(numbered(hunk.lines, before, after)), isCounted: true };
      }),
    ),
  );
}

/** Finds the lines that a patch both takes away and puts back: they did not change. */
function agreeing(lines: readonly DiffLine[]): DiffLine[] {
  const found: DiffLine[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const settle = () => {
    found.push(...compareLines(removed.map(endLine).join(""), added.map(endLine).join("")));
    removed = [];
    added = [];
  };
  for (const each of lines) {
    const text = each.pieces.map((piece) => piece.text).join("");
    if (each.sign === "removed" && added.length > 0) settle();
    if (each.sign === "removed") removed.push(text);
    else if (each.sign === "added") added.push(text);
    else {
      settle();
      found.push(each);
    }
  }
  settle();
  return found;
}

function endLine(text: string): string {
  return `${text}\n`;
}

/** Gives lines of a patch their numbers, counted from the start of the hunk. */
function numbered(lines: readonly DiffLine[], before: number, after: number): DiffLine[] {
  let old = before;
  let fresh = after;
  return lines.map((each) => {
    const numberedLine = {
      ...each,
      before: each.sign === "added" ? null : old,
      after: each.sign === "removed" ? null : fresh,
    };
    old += each.sign === "added" ? 0 : 1;
    fresh += each.sign === "removed" ? 0 : 1;
    return numberedLine;
  });
}

function finish(draft: Draft, hunks: Hunk[]): FileEdit {
  return { ...fileEdit(draft.path, draft.verb, hunks), movedTo: draft.movedTo };
}

function fileEdit(path: string, verb: FileEdit["verb"], hunks: readonly Hunk[]): FileEdit {
  const counts = hunks.map((hunk) => countChanges(hunk.lines));
  return {
    path,
    movedTo: null,
    verb,
    hunks,
    added: counts.reduce((sum, count) => sum + count.added, 0),
    removed: counts.reduce((sum, count) => sum + count.removed, 0),
  };
}

/** Arguments of edits: only these begin a new entry of a listing, so that a line of code such as `a: 1` is none. */
const ARGUMENTS = new Set([
  "replace_all",
  "file_path",
  "notebook_path",
  "path",
  "old_string",
  "new_string",
  "old_str",
  "new_str",
  "content",
  "file_text",
  "new_source",
  "edits",
]);

/** Reads `name: value` and `name:` with a value of several lines below; nothing where no argument of an edit stands first. */
function parseListing(text: string): Record<string, unknown> | null {
  const values = new Map<string, string[]>();
  let open: string[] | null = null;
  for (const each of text.split("\n")) {
    const entry = /^(\w+):(?: (.*))?$/.exec(each);
    const name = entry?.[1] ?? "";
    if (ARGUMENTS.has(name) && !values.has(name)) {
      open = entry?.[2] === undefined ? [] : [entry[2]];
      values.set(name, open);
    } else if (open === null) {
      return null;
    } else {
      open.push(each);
    }
  }
  if (values.size === 0) return null;
  return Object.fromEntries([...values].map(([name, lines]) => [name, argumentOf(name, lines.join("\n"))]));
}

function argumentOf(name: string, value: string): unknown {
  if (name === "replace_all") return value.trim() === "true";
  if (name !== "edits") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstText(input: Record<string, unknown>, ...names: string[]): string | null {
  for (const name of names) {
    const value = input[name];
    if (typeof value === "string") return value;
  }
  return null;
}
