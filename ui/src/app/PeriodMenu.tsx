/* The period: presets, two fields that read a day as people type it, and steps of the same length. The last day is included. */
import { Popover } from "@base-ui/react/popover";
import { useState } from "react";
import { Button } from "../components/Button.tsx";
import { Field } from "../components/Field.tsx";
import { Icon } from "../components/Icon.tsx";
import menu from "../components/menu.module.css";
import { parseDay, periodHint, wordsOf } from "../lib/period.ts";
import styles from "./frame.module.css";
import type { PeriodControl } from "./usePeriod.ts";

export function PeriodMenu(props: { control: PeriodControl }) {
  const { control } = props;
  const [isOpen, setOpen] = useState(false);
  const noStep = control.canStep ? undefined : "A period without both ends has no length to step by.";
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          render={
            <button type="button" className={styles.scope} aria-label={`Period: ${control.name}`}>
              <span className={styles.scopeName}>{control.name}</span>
              <Icon name="down" />
            </button>
          }
        />
        <Popover.Portal>
          <Popover.Positioner className={menu.positioner} align="start" sideOffset={4}>
            <Popover.Popup className={`${menu.menu} ${styles.period}`} aria-label="Period">
              <PeriodForm control={control} close={() => setOpen(false)} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <Button
        kind="plain"
        className={styles.step}
        icon="left"
        isSquare
        aria-label="Earlier"
        title="Earlier  ["
        unavailable={noStep}
        onClick={() => control.step(-1)}
      />
      <Button
        kind="plain"
        className={styles.step}
        icon="right"
        isSquare
        aria-label="Later"
        title="Later  ]"
        unavailable={noStep}
        onClick={() => control.step(1)}
      />
    </>
  );
}

function PeriodForm(props: { control: PeriodControl; close: () => void }) {
  const { control } = props;
  const { from, until } = control.period;
  const [first, setFirst] = useState(from === undefined ? "" : wordsOf(from));
  const [last, setLast] = useState(until === undefined ? "" : wordsOf(until));
  const [isTried, setTried] = useState(false);
  const read = (typed: string) => (typed.trim() === "" ? undefined : parseDay(typed, control.day));
  const problemOf = (typed: string) =>
    isTried && typed.trim() !== "" && read(typed) === undefined
      ? "Write a day like 16 July 2026 or 2026-07-16."
      : undefined;
  const apply = () => {
    setTried(true);
    const isReadable = [first, last].every((typed) => typed.trim() === "" || read(typed) !== undefined);
    if (!isReadable) return;
    control.choose({ from: read(first), until: read(last) });
    props.close();
  };
  const isChosen = (period: { from?: string | undefined; until?: string | undefined }) =>
    period.from === from && period.until === until;
  return (
    <>
      <ul className={styles.presets} aria-label="Presets">
        {control.presets.map((preset) => (
          <li key={preset.id}>
            <button
              type="button"
              aria-pressed={isChosen(preset.period)}
              onClick={() => {
                control.choose(preset.period);
                props.close();
              }}
            >
              <span>{preset.label}</span>
              <span className="quiet">{periodHint(preset.period)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className={styles.dates}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field label="First day" placeholder="any" value={first} onValue={setFirst} error={problemOf(first)} />
        <Field label="Last day, included" placeholder="any" value={last} onValue={setLast} error={problemOf(last)} />
        <div className={styles.datesFoot}>
          <span className="quiet">Days of {control.zone}</span>
          <Button kind="bordered" onClick={apply}>
            Show these days
          </Button>
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </div>
      </form>
    </>
  );
}
