/* Placeholder until the session is written. The props are agreed with the frame, which shows it in the drawer and as a page. */
export interface SessionViewProps {
  sessionId: number;
  /** Where it is open; absent: at its beginning (a running session: at its end). */
  messageId: number | undefined;
  place: "drawer" | "page";
  /** A link inside: replaces the session shown, Back returns. */
  onOpenSession: (sessionId: number, messageId?: number) => void;
  /** The address follows the message one reads (replaces, adds no history). */
  onShowMessage: (messageId: number) => void;
  /** To the next (1) or previous (-1) row of the list behind. */
  onWalk: (step: 1 | -1) => void;
  onToggleFull: () => void;
  onClose: () => void;
}

export function SessionView(props: SessionViewProps) {
  return <p>Session {props.sessionId}</p>;
}
