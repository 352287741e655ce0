/* The map of keys, behind `?`: those of the list, then those of what is offered here. */
import { Dialog } from "@base-ui/react/dialog";
import { Button, Key } from "../components/Button.tsx";
import { useOfferedActions } from "../lib/actions.ts";
import styles from "./keymap.module.css";
import { keyLabel } from "./keys.ts";

const LIST: readonly (readonly [keys: string, does: string])[] = [
  ["J K ↑ ↓", "Next and previous row"],
  ["PgUp PgDn", "A screen up and down"],
  ["Home End", "First and last row"],
  ["Space", "Look into the session, stay in the list"],
  ["Enter", "Open the session"],
  ["Ctrl+Enter", "Open it as a page"],
  ["→ ←", "Expand and fold"],
  ["E", "Expand all on screen"],
  ["X", "Select"],
  ["Shift+↑ ↓", "Extend the selection"],
  ["Ctrl+A", "Select all that match"],
  ["Ctrl+C", "Copy the row or the selection"],
  ["Ctrl+→ ←", "Go from cell to cell, F filters by it"],
  ["Ctrl+F", "Type to find a row"],
  ["Esc", "Close, then unselect, then drop the words"],
];

export function KeyMap(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.map} data-modal="">
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>Keys</Dialog.Title>
            <Dialog.Close render={<Button kind="plain" icon="close" isSquare aria-label="Close" />} />
          </header>
          <div className={styles.columns}>
            <Keys title="In a list" keys={LIST} />
            <Here />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Here() {
  const keyed = useOfferedActions().filter(
    (action, at, all) => action.keys !== undefined && all.findIndex((one) => one.keys === action.keys) === at,
  );
  return <Keys title="Here and anywhere" keys={keyed.map((action) => [action.keys ?? "", action.label])} />;
}

function Keys(props: { title: string; keys: readonly (readonly [keys: string, does: string])[] }) {
  return (
    <section aria-label={props.title}>
      <h3 className={styles.group}>{props.title}</h3>
      <dl className={styles.keys}>
        {props.keys.map(([keys, does]) => (
          <div key={`${keys} ${does}`}>
            <dt>
              <Key>{keyLabel(keys)}</Key>
              <span className="visually-hidden">{keys}</span>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
