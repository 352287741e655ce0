/* Links inside a session replace what the drawer shows; Back leads to where they were followed. */
import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** A link inside a session led here, so Back means that session. */
    isFromLink?: boolean;
  }
}

export function useFollowLink(): { follow: (sessionId: number) => void; back: (() => void) | null } {
  const navigate = useNavigate();
  const router = useRouter();
  const isFromLink = useRouterState({ select: (state) => state.location.state.isFromLink === true });
  return {
    follow: (sessionId) => {
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => {
          const { message: _, ...rest } = before;
          return { ...rest, session: sessionId };
        },
        state: { isFromLink: true, takesFocus: true },
      });
    },
    back: isFromLink ? () => router.history.back() : null,
  };
}
