/* The agents as a person knows them: name and the two letters of the stamp. */

const AGENTS: Record<string, { name: string; letters: string; hue: string }> = {
  "claude-code": { name: "Claude Code", letters: "Cl", hue: "claude" },
  codex: { name: "Codex", letters: "Cx", hue: "codex" },
  opencode: { name: "OpenCode", letters: "Oc", hue: "opencode" },
  pi: { name: "Pi", letters: "Pi", hue: "pi" },
  omp: { name: "OMP", letters: "Om", hue: "omp" },
  "gemini-cli": { name: "Gemini CLI", letters: "Ge", hue: "gemini" },
  cursor: { name: "Cursor", letters: "Cu", hue: "cursor" },
};

/** Agents in the order in which lists show them, wherever the counts stand. */
export function inAgentOrder<T extends { value: string }>(agents: readonly T[]): T[] {
  const order = Object.keys(AGENTS);
  const place = (agent: T) => (order.indexOf(agent.value) + order.length + 1) % (order.length + 1);
  return [...agents].sort((a, b) => place(a) - place(b));
}

/** Name, letters and hue of an agent; any other agent has its first two letters and no hue. */
export function agentFacts(agent: string): { name: string; letters: string; hue: string } {
  const letters = agent.slice(0, 1).toUpperCase() + agent.slice(1, 2);
  return AGENTS[agent] ?? { name: agent, letters, hue: "other" };
}
