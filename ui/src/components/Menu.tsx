/* A menu behind a button, and the same list behind a right click. Base UI brings the keys and the focus. */
import { ContextMenu } from "@base-ui/react/context-menu";
import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { Key } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./menu.module.css";

export type MenuItem =
  | {
      kind?: "action";
      id: string;
      label: ReactNode;
      keyHint?: string;
      unavailable?: string | undefined;
      run: () => void;
    }
  | { kind: "check"; id: string; label: ReactNode; isChecked: boolean; onCheck: (isChecked: boolean) => void }
  | { kind: "heading"; id: string; label: string }
  | { kind: "rule"; id: string };

/** A button that opens a menu; `children` is the button itself. */
export function Menu(props: {
  children: ReactElement;
  items: readonly MenuItem[];
  align?: "start" | "end";
  side?: "top" | "bottom";
}) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={props.children} />
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          align={props.align ?? "start"}
          side={props.side ?? "bottom"}
          sideOffset={4}
        >
          <Base.Popup className={styles.menu}>
            <Items items={props.items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The area in which a right click (or Shift F10) opens the menu. */
export function ContextArea(props: {
  children: ReactElement;
  items: readonly MenuItem[];
  onOpenChange?: (isOpen: boolean) => void;
}) {
  return (
    <ContextMenu.Root onOpenChange={(isOpen) => props.onOpenChange?.(isOpen)}>
      <ContextMenu.Trigger render={props.children} />
      <ContextMenu.Portal>
        <ContextMenu.Positioner className={styles.positioner}>
          <ContextMenu.Popup className={styles.menu}>
            <Items items={props.items} />
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

function Items(props: { items: readonly MenuItem[] }) {
  return props.items.map((item) => {
    switch (item.kind) {
      case "rule":
        return <Base.Separator key={item.id} className={styles.rule} />;
      case "heading":
        return (
          <div key={item.id} className={styles.heading} role="presentation">
            {item.label}
          </div>
        );
      case "check":
        return (
          <Base.CheckboxItem
            key={item.id}
            className={styles.item}
            checked={item.isChecked}
            onCheckedChange={item.onCheck}
            closeOnClick={false}
          >
            <span className={styles.tick}>{item.isChecked ? <Icon name="check" /> : null}</span>
            <span className={styles.label}>{item.label}</span>
          </Base.CheckboxItem>
        );
      default:
        return (
          <Base.Item
            key={item.id}
            className={styles.item}
            disabled={item.unavailable !== undefined}
            title={item.unavailable}
            onClick={item.run}
          >
            <span className={styles.label}>{item.label}</span>
            {item.keyHint === undefined ? null : <Key>{item.keyHint}</Key>}
          </Base.Item>
        );
    }
  });
}
