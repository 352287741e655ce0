/* The find line beside the tabs: a button until it is used, then the words, which match of how many, and two steps. */
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Key } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { figure } from "../../lib/text.ts";
import styles from "./session.module.css";
import type { Find } from "./useFind.ts";

export interface FindLineProps {
  find: Find;
  onStep: (step: 1 | -1) => void;
  /** Called after it closed, so that the focus returns to the transcript. */
  onClosed: () => void;
}

export function FindLine({ find, onStep, onClosed }: FindLineProps) {
  const field = useRef<HTMLInputElement>(null);
  const { isOpen } = find;
  useEffect(() => {
    if (isOpen) field.current?.select();
  }, [isOpen]);

  if (!isOpen) {
    return (
      <div className={styles.find}>
        <button type="button" className={styles.findOpen} onClick={find.open}>
          <Icon name="search" />
          Find in session <Key>/</Key>
        </button>
      </div>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      find.close();
      onClosed();
    } else if (event.key === "Enter" || event.key === "ArrowDown" || event.key === "ArrowUp") {
      onStep(event.key === "ArrowUp" || (event.key === "Enter" && event.shiftKey) ? -1 : 1);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const reason = find.found.length === 0 ? true : undefined;
  return (
    <search className={styles.find} aria-label="Find in session">
      <span className={styles.findField}>
        <Icon name="search" />
        <input
          ref={field}
          className={styles.findWords}
          type="text"
          aria-label="Find in session"
          placeholder="Find in session"
          spellCheck={false}
          autoComplete="off"
          value={find.words}
          onChange={(event) => find.setWords(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span className={styles.findCount} role="status">
          {countOf(find)}
        </span>
      </span>
      <button
        type="button"
        className={styles.findStep}
        aria-label="Previous match"
        aria-disabled={reason}
        onClick={() => onStep(-1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className={styles.findStep}
        aria-label="Next match"
        aria-disabled={reason}
        onClick={() => onStep(1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className={styles.findStep}
        aria-label="Close find"
        onClick={() => {
          find.close();
          onClosed();
        }}
      >
        <Icon name="close" />
      </button>
    </search>
  );
}

function countOf(find: Find): string {
  if (find.marked === "") return "";
  if (find.found.length === 0) return find.isSearching ? "" : "no match";
  return find.at < 0 ? `${figure(find.found.length)} found` : `${figure(find.at + 1)} of ${figure(find.found.length)}`;
}
