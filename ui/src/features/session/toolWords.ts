/* Names a tool call in three parts for its one line: a word (Read, Edit, Command), an object (path, command, pattern) and an outcome.

   Words come from the tool's own name where it is plain; the many shells of many agents are all "Command". Pure. */

import { shortSpan } from "../../lib/time.ts";

/** What is known of a call and what became of it. Structurally the binding's `ToolRow`. */
export interface ToolFacts {
  readonly name: string;
  readonly commandHead: string;
  readonly subject: string;
  readonly isError: boolean | null;
  readonly exitCode: number | null;
  readonly durationMs: number | null;
  readonly isDenied: boolean;
  readonly isInterrupted: boolean;
}

/** How a call ended. */
export type ToolEnd = "fine" | "failed" | "refused" | "stopped" | "unknown";

const COMMANDS =
  /^(bash|shell|shell_command|local_shell|exec_command|exec|execute|run_command|run_terminal_cmd|powershell|unified_exec)$/i;
const SUBAGENTS = /^(task|agent|spawn_agent|subagent|collab_spawn)$/i;
const WORDS: readonly (readonly [RegExp, string])[] = [
  [COMMANDS, "Command"],
  [/^write_stdin$/i, "Input"],
  [/^(bashoutput|read_output|wait_exec)$/i, "Output"],
  [/^(killshell|killbash)$/i, "Stop"],
  [SUBAGENTS, "Subagent"],
  [/^(wait_agent|wait|taskoutput|agentoutput)$/i, "Wait"],
  [/^(edit|multiedit|str_replace_editor|apply_patch|notebookedit|update_file)$/i, "Edit"],
  [/^(write|write_file|create_file)$/i, "Write"],
  [/^(read|read_file|view|notebookread|view_image)$/i, "Read"],
  [/^(grep|glob|search|find|toolsearch|grep_files)$/i, "Search"],
  [/^(ls|list|list_dir)$/i, "List"],
  [/^(todowrite|update_plan|taskcreate|taskupdate|plan)$/i, "Plan"],
  [/^(exitplanmode|enterplanmode)$/i, "Plan"],
  [/^(webfetch|fetch)$/i, "Fetch"],
  [/^(websearch|web_search)$/i, "Web search"],
  [/^(askuserquestion|request_user_input)$/i, "Question"],
  [/^(skill|slashcommand)$/i, "Skill"],
];

/** The word for a tool; a tool we have no word for keeps its own name, and one of a server says which (`issues · list`). */
export function wordOf(name: string): string {
  const known = WORDS.find(([pattern]) => pattern.test(name));
  if (known) return known[1];
  const server = /^mcp__(.+?)__(.+)$/.exec(name);
  return server ? `${server[1]} · ${server[2]}` : name || "Tool";
}

/** Whether the call starts another session. */
export function isSubagentCall(name: string): boolean {
  return SUBAGENTS.test(name);
}

/** Whether the call ran a command. */
export function isCommand(name: string): boolean {
  return COMMANDS.test(name);
}

/** How the call ended; an exit code that is not 0 is a failure even where the agent says nothing. */
export function endOf(tool: ToolFacts): ToolEnd {
  if (tool.isDenied) return "refused";
  if (tool.isInterrupted) return "stopped";
  if (tool.isError === true) return "failed";
  if (tool.exitCode !== null && tool.exitCode !== 0 && tool.isError === null) return "failed";
  return tool.isError === false || tool.exitCode === 0 ? "fine" : "unknown";
}

/** The word with its end: `Command failed`, `Edit refused by you`. */
export function headOf(tool: ToolFacts): string {
  const word = wordOf(tool.name);
  switch (endOf(tool)) {
    case "failed":
      return `${word} failed`;
    case "refused":
      return `${word} refused`;
    case "stopped":
      return `${word} stopped`;
    default:
      return word;
  }
}

/** The outcome at the right: `exit 1 · 6.4 s`; empty where nothing is known. */
export function outcomeOf(tool: ToolFacts): string {
  const parts: string[] = [];
  if (tool.exitCode !== null && (tool.exitCode !== 0 || isCommand(tool.name))) parts.push(`exit ${tool.exitCode}`);
  if (tool.durationMs !== null) parts.push(shortSpan(tool.durationMs));
  return parts.join(" · ");
}

/** A path as seen from the folder the session worked in; other paths stay whole. */
export function seenFrom(folder: string | null, path: string): string {
  if (folder === null || folder === "" || folder === "/") return path;
  const inside = path.startsWith(folder) && /^[\\/]./.test(path.slice(folder.length));
  return inside ? path.slice(folder.length + 1) : path;
}
