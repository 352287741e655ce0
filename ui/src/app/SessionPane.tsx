/*
 * The session over the list, or as a page. The drawer is not modal: the list keeps the keyboard, J and K walk it and the drawer
 * follows, Esc closes. Its width is remembered.
 */
import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Button } from "../components/Button.tsx";
import { Drawer } from "../components/Drawer.tsx";
import { walkList } from "../components/ledger/index.ts";
import { useFrameSearch } from "../ipc/useFrameFilter.ts";
import { type Action, useOfferActions } from "../lib/actions.ts";
import { compact } from "../lib/address.ts";
import styles from "./frame.module.css";

const SessionView = lazy(async () => ({ default: (await import("../features/session/index.ts")).SessionView }));

export function SessionPane(props: { sessionId: number; isFull: boolean }) {
  const navigate = useNavigate();
  const { message } = useFrameSearch();
  const { state } = useLocation();
  const pane = useRef<HTMLElement>(null);
  const { sessionId, isFull } = props;

  const close = () => {
    void navigate({
      to: ".",
      search: (before: object) => compact({ ...before, session: undefined, message: undefined, full: undefined }),
    });
    requestAnimationFrame(() => document.querySelector<HTMLElement>("#main [data-row][tabindex='0']")?.focus());
  };
  const toggleFull = () =>
    void navigate({
      to: ".",
      search: (before: object) => compact({ ...before, full: isFull ? undefined : (true as const) }),
      state: { takesFocus: true },
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another session asks for the focus anew.
  useEffect(() => {
    if (state.takesFocus === true || isFull) pane.current?.focus({ preventScroll: true });
  }, [state, sessionId, isFull]);

  const actions: Action[] = [
    {
      id: "session.full",
      label: isFull ? "Show the session beside the list" : "Show the session as a page",
      keys: "Ctrl+Enter",
      run: toggleFull,
    },
    { id: "session.close", label: "Close the session", run: close },
  ];
  useOfferActions(actions, true);

  const tools = (
    <>
      <Button
        kind="plain"
        icon="up"
        isSquare
        aria-label="Previous in the list"
        title="Previous in the list  K"
        onClick={() => walkList(-1)}
      />
      <Button
        kind="plain"
        icon="down"
        isSquare
        aria-label="Next in the list"
        title="Next in the list  J"
        onClick={() => walkList(1)}
      />
      <Button
        kind="plain"
        icon={isFull ? "shrink" : "expand"}
        isSquare
        aria-label={isFull ? "Show beside the list" : "Show as a page"}
        title={isFull ? "Show beside the list  Ctrl ↵" : "Show as a page  Ctrl ↵"}
        onClick={toggleFull}
      />
      <Button kind="plain" icon="close" isSquare aria-label="Close" title="Close  Esc" onClick={close} />
    </>
  );
  const view = (
    <Suspense fallback={null}>
      <SessionView sessionId={sessionId} messageId={message ?? null} isFull={isFull} tools={tools} />
    </Suspense>
  );
  const walk = (step: 1 | -1) => walkList(step);
  return isFull ? (
    <main
      ref={pane}
      tabIndex={-1}
      data-pane="main"
      className={styles.page}
      aria-label="Session"
      onKeyDown={(event) => drawerKeys(event, walk, close)}
    >
      {view}
    </main>
  ) : (
    <Drawer ref={pane} label="Session" onKeyDown={(event) => drawerKeys(event, walk, close)}>
      {view}
    </Drawer>
  );
}

function drawerKeys(event: React.KeyboardEvent, walk: (step: 1 | -1) => void, close: () => void): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  const isTyping = target.closest("input, textarea, select, [contenteditable]") !== null;
  if (event.key === "Escape" && !isTyping) close();
  else if (event.key === "j" && !isTyping) walk(1);
  else if (event.key === "k" && !isTyping) walk(-1);
  else return;
  event.preventDefault();
}
