/* What a failed command looks like in the window: a sentence for a person, a code for the program, a hint. */

export class HostError extends Error {
  readonly code: string;
  readonly hint: string | null;

  constructor(code: string, message: string, hint: string | null = null) {
    super(message);
    this.name = "HostError";
    this.code = code;
    this.hint = hint;
  }
}

/** Turns whatever was thrown into a `HostError`, so that pages show one kind of error. */
export function asHostError(thrown: unknown): HostError {
  if (thrown instanceof HostError) return thrown;
  if (typeof thrown === "object" && thrown !== null && "message" in thrown) {
    const { message, code, hint } = thrown as { message: unknown; code?: unknown; hint?: unknown };
    return new HostError(
      typeof code === "string" ? code : "unknown",
      String(message),
      typeof hint === "string" ? hint : null,
    );
  }
  return new HostError("unknown", String(thrown));
}

/** Whether the person stopped the command; never shown as a failure. */
export function isCancelled(thrown: unknown): boolean {
  return asHostError(thrown).code === "cancelled";
}
