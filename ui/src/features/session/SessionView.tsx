/* The session as one reads it, in the drawer or as a page: head with the large trace, transcript with outline, facts. */
import type { ReactNode } from "react";

export interface SessionViewProps {
  sessionId: number;
  /** The message at which it is opened. */
  messageId: number | null;
  /** As a page of its own instead of in the drawer. */
  isFull: boolean;
  /** Buttons of the drawer (previous, next, full page, close), at the right of the head. */
  tools: ReactNode;
}

export function SessionView(_props: SessionViewProps) {
  return null;
}
