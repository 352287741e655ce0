/*
 * The palette: one field, three kinds of answer in this order: go to, do, find. It remembers the last eight choices; `>`
 * asks for actions only, `@` for agents; a copied `daybook://` link leads where it points.
 */
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { Key } from "../components/Button.tsx";
import { Icon } from "../components/Icon.tsx";
import { Said } from "../components/Said.tsx";
import { Stamp } from "../components/Stamp.tsx";
import { projectsQuery, searchQuery, summaryQuery } from "../ipc/queries.ts";
import { useFrameFilter, useZone } from "../ipc/useFrameFilter.ts";
import { useOfferedActions } from "../lib/actions.ts";
import { compact, useOpenSession } from "../lib/address.ts";
import { keyLabel } from "./keys.ts";
import styles from "./palette.module.css";
import { answers, type Line, rememberChoice } from "./paletteLines.ts";

export function Palette(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.palette} aria-label="Search or jump to" data-modal="">
          <PaletteList close={() => props.onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteList(props: { close: () => void }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const router = useRouter();
  const openSession = useOpenSession();
  const zone = useZone();
  const frame = useFrameFilter();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const asked = useSettled(typed.trim());
  const isFinding = asked.length > 1 && !/^[>@]|^daybook:/.test(asked);
  const { data: found } = useQuery({ ...searchQuery({ ...frame, words: asked }, 5, 0), enabled: isFinding });
  const { data: projects = [] } = useQuery(projectsQuery());
  const { data: summary } = useQuery(summaryQuery());
  const actions = useOfferedActions();

  const lines = answers({
    typed: typed.trim(),
    projects,
    agents: (summary?.agents ?? []).filter((one) => one.prompts > 0).map((one) => one.agent),
    actions,
    hits: isFinding && typed.trim() !== "" ? (found?.hits ?? []) : [],
    total: isFinding ? (found?.total ?? 0) : 0,
    zone,
    go: (to, search) =>
      void navigate({
        to,
        search: (before) => compact({ projects: before.projects, from: before.from, until: before.until, ...search }),
      }),
    follow: (address) => router.history.push(address),
    openHit: (session, message) => openSession(session, { message, takesFocus: true }),
  });
  const here = Math.min(at, Math.max(lines.length - 1, 0));

  const take = (line: Line | undefined) => {
    if (line === undefined || line.reason !== undefined) return;
    rememberChoice(line.id);
    props.close();
    // The dialog gives the focus back first; what is run may then move it on.
    requestAnimationFrame(line.run);
  };
  const walk = (next: number) => {
    if (lines.length === 0) return;
    const bounded = (next + lines.length) % lines.length;
    setAt(bounded);
    list.current?.querySelector(`[data-line="${bounded}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") walk(here + 1);
    else if (event.key === "ArrowUp") walk(here - 1);
    else if (event.key === "Enter") take(lines[here]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is this field.
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={lines.length > 0 ? `${id}-${here}` : undefined}
          aria-label="Search or jump to"
          placeholder="Go to, do, or find…"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
        <Key>Esc</Key>
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" tabIndex={-1} aria-label="Answers" className={styles.list}>
        {lines.map((line, place) => (
          <div key={line.id} role="presentation">
            {line.group !== lines[place - 1]?.group ? <div className={styles.group}>{line.group}</div> : null}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above (aria-activedescendant). */}
            <div
              id={`${id}-${place}`}
              data-line={place}
              role="option"
              tabIndex={-1}
              aria-selected={place === here}
              aria-disabled={line.reason !== undefined || undefined}
              title={line.reason}
              className={styles.line}
              onPointerMove={() => setAt(place)}
              onClick={() => take(line)}
            >
              {line.agent === undefined ? null : <Stamp agent={line.agent} isNamed />}
              <span className={styles.label}>
                {line.pieces === undefined ? (
                  <Said>{line.label}</Said>
                ) : (
                  <bdi dir="auto">
                    {line.pieces.map((piece, order) =>
                      piece.isMatch ? <mark key={order}>{piece.text}</mark> : piece.text.replace(/\s+/g, " "),
                    )}
                  </bdi>
                )}
              </span>
              {line.note === undefined ? null : <span className={styles.note}>{line.note}</span>}
              {line.keys === undefined ? null : <Key>{keyLabel(line.keys)}</Key>}
            </div>
          </div>
        ))}
        {lines.length === 0 ? <p className={styles.none}>Nothing is called “{typed.trim()}”.</p> : null}
      </div>
      <p className={styles.hints}>
        <span>
          <b>&gt;</b> actions
        </span>
        <span>
          <b>@</b> agents
        </span>
        <span className={styles.hintsEnd}>↑ ↓ to choose, Enter to take</span>
      </p>
    </>
  );
}

/** The words once the fingers rest: the vault is asked 50 ms after the last key. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 50);
    return () => clearTimeout(timer);
  }, [typed]);
  return useDeferredValue(settled);
}
