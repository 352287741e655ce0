/* The table of prompts and its foot: the ledger with what is particular to prompts. */
import { Button } from "../../components/Button.tsx";
import {
  type ChoiceControl,
  type ColumnSettings,
  Ledger,
  LedgerFoot,
  type Opening,
  type PageSize,
  type Pages,
} from "../../components/ledger/index.ts";
import { Menu, type MenuItem } from "../../components/Menu.tsx";
import { EmptyState, ErrorState } from "../../components/States.tsx";
import { asHostError } from "../../ipc/errors.ts";
import type { Slices } from "../../ipc/slices.ts";
import type { PromptRow } from "../../ipc/types.ts";
import { agentFacts } from "../../lib/agents.ts";
import { type Emptiness, emptinessOf } from "../../lib/emptiness.ts";
import type { Order } from "../../lib/order.ts";
import { counted } from "../../lib/text.ts";
import { clock, dayHeadingOf, isoMoment, marginDate } from "../../lib/time.ts";
import type { PromptFormat } from "./copy.ts";
import { PromptDetails } from "./PromptDetails.tsx";
import type { PromptsSearch } from "./search.ts";
import type { usePrompts } from "./usePrompts.ts";

type Does = NonNullable<Emptiness["action"]>["does"];

interface PromptTableProps {
  prompts: ReturnType<typeof usePrompts>;
  search: PromptsSearch & { message?: number; projects?: number[]; from?: string; until?: string };
  zone: string;
  now: number;
  order: Order;
  pages: Pages;
  pageSize: PageSize;
  onPageSize: (size: PageSize) => void;
  onPage: (page: number) => void;
  settings: ColumnSettings<PromptRow>;
  control: ChoiceControl;
  slices: Slices<PromptRow>;
  onSort: (column: string) => void;
  onOpen: (id: number, how: Opening) => void;
  onWalk: (id: number) => void;
  onEscape: () => void;
  onFilterBy: (id: number, columnId: string) => boolean;
  onCopy: (ids: readonly number[], format: PromptFormat) => void;
  onCopyLink: (id: number) => void;
  onGo: (does: Does, day: string | undefined) => void;
}

export function PromptTable(props: PromptTableProps) {
  const { prompts, search, zone, now, control, slices, pages } = props;
  const thisYear = new Date(now).getUTCFullYear();
  const isByTime = prompts.sort.column === "time";
  const { selected } = control.choice;
  const selectedIds = () => [...selected];

  const menuFor = (id: number): MenuItem[] => {
    const row = slices.rowOf(id);
    const isSelected = selected.has(id);
    return [
      { id: "open", label: "Open session", keyHint: "↵", run: () => props.onOpen(id, "enter") },
      { id: "text", label: "Copy text", run: () => props.onCopy([id], "words") },
      { id: "link", label: "Copy link", run: () => props.onCopyLink(id) },
      {
        id: "select",
        label: isSelected ? "Unselect" : "Select",
        keyHint: "X",
        run: () => control.choose({ do: "toggle", id }),
      },
      { kind: "rule", id: "rule" },
      { kind: "heading", id: "only", label: "Show only" },
      { id: "project", label: row?.project ?? "This project", run: () => props.onFilterBy(id, "project") },
      {
        id: "agent",
        label: row === undefined ? "This agent" : agentFacts(row.agent).name,
        run: () => props.onFilterBy(id, "agent"),
      },
      ...(row?.model == null ? [] : [{ id: "model", label: row.model, run: () => props.onFilterBy(id, "model") }]),
    ];
  };

  const failure = prompts.error ?? slices.error;
  let state = null;
  if (failure !== null) {
    const { message, hint, code } = asHostError(failure);
    state = (
      <ErrorState message={message} hint={hint} details={code} retry={{ label: "Try again", run: prompts.retry }} />
    );
  } else if (!prompts.isPending) {
    const { sentence, action } = emptinessOf({
      what: "prompt",
      search,
      hasScope: search.projects !== undefined,
      hasPeriod: search.from !== undefined || search.until !== undefined,
      lastDayBeyond: prompts.lastDayBeyond,
      thisYear,
    });
    const go =
      action === undefined ? undefined : { label: action.label, run: () => props.onGo(action.does, action.day) };
    state = <EmptyState action={go}>{sentence}</EmptyState>;
  }

  const countOfDay = (day: number) => {
    let count = 0;
    for (const one of prompts.order.days) if (one === day) count += 1;
    return count;
  };

  return (
    <>
      <Ledger
        label="Prompts"
        order={props.order}
        orderKey={`prompts ${JSON.stringify([prompts.filter, prompts.sort, pages.page, props.pageSize])}`}
        offset={pages.first}
        total={prompts.order.ids.length}
        isByTime={isByTime}
        rowOf={slices.rowOf}
        onRange={slices.ask}
        settings={props.settings}
        sort={prompts.sort}
        onSort={props.onSort}
        marginName="Time"
        marginOf={(row) => ({
          text: row.at === null ? "–" : isByTime ? clock(row.at, zone) : marginDate(row.at, zone, thisYear),
          dateTime: row.at === null ? undefined : isoMoment(row.at),
          title: row.at === null ? "No time is known" : undefined,
        })}
        dayOf={(day, count) => ({
          ...dayHeadingOf(day, thisYear),
          note: counted(props.pageSize === "scroll" ? count : countOfDay(day), "prompt"),
        })}
        control={control}
        pointAt={search.message ?? null}
        canExpand={() => true}
        details={(row) => (
          <PromptDetails
            row={row}
            onOpen={() => props.onOpen(row.id, "enter")}
            onCopyText={() => props.onCopy([row.id], "words")}
            onCopyLink={() => props.onCopyLink(row.id)}
          />
        )}
        onOpen={props.onOpen}
        onWalk={props.onWalk}
        onEscape={props.onEscape}
        onCopy={(ids) => props.onCopy(ids, ids.length === 1 ? "words" : "rows")}
        onFilterBy={(row, columnId) => props.onFilterBy(row.id, columnId)}
        menuFor={menuFor}
        wordsOf={(row) => row.text}
        findAll={prompts.findAll}
        isStale={prompts.isStale}
        state={state}
      />
      <LedgerFoot
        total={prompts.order.ids.length}
        pages={pages}
        pageSize={props.pageSize}
        onPageSize={props.onPageSize}
        onPage={props.onPage}
        words={["prompt", "prompts"]}
        selected={selected.size}
        bulk={
          <>
            <Menu
              side="top"
              items={[
                { id: "words", label: "As text", run: () => props.onCopy(selectedIds(), "words") },
                { id: "markdown", label: "As Markdown", run: () => props.onCopy(selectedIds(), "markdown") },
                {
                  id: "rows",
                  label: "As rows, tab-separated",
                  keyHint: "Ctrl C",
                  run: () => props.onCopy(selectedIds(), "rows"),
                },
              ]}
            >
              <Button kind="plain" icon="copy" iconAfter="down">
                Copy
              </Button>
            </Menu>
            <Button kind="plain" keyHint="Esc" onClick={() => control.choose({ do: "none" })}>
              Unselect
            </Button>
          </>
        }
      />
    </>
  );
}
