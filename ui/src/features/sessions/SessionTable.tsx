/* The table of sessions and its foot: the ledger with what is particular to sessions. */
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
import type { SessionRow } from "../../ipc/types.ts";
import { agentFacts } from "../../lib/agents.ts";
import { type Emptiness, emptinessOf } from "../../lib/emptiness.ts";
import type { Order } from "../../lib/order.ts";
import { counted } from "../../lib/text.ts";
import { clock, dayHeadingOf, isoMoment, marginDate } from "../../lib/time.ts";
import type { SessionFormat } from "./copy.ts";
import type { SessionsSearch } from "./search.ts";
import type { useSessions } from "./useSessions.ts";

type Does = NonNullable<Emptiness["action"]>["does"];

interface SessionTableProps {
  sessions: ReturnType<typeof useSessions>;
  search: SessionsSearch & { session?: number; projects?: number[]; from?: string; until?: string };
  zone: string;
  now: number;
  order: Order;
  depths: ReadonlyMap<number, number>;
  childrenOf: ReadonlyMap<number, readonly SessionRow[]>;
  pages: Pages;
  pageSize: PageSize;
  onPageSize: (size: PageSize) => void;
  onPage: (page: number) => void;
  settings: ColumnSettings<SessionRow>;
  control: ChoiceControl;
  slices: Slices<SessionRow>;
  onSort: (column: string) => void;
  onOpen: (id: number, how: Opening) => void;
  onWalk: (id: number) => void;
  onEscape: () => void;
  onFilterBy: (id: number, columnId: string) => boolean;
  onCopy: (ids: readonly number[], format: SessionFormat) => void;
  onCopyLink: (id: number) => void;
  onGo: (does: Does, day: string | undefined) => void;
}

export function SessionTable(props: SessionTableProps) {
  const { sessions, search, zone, now, control, slices, pages, depths } = props;
  const thisYear = new Date(now).getUTCFullYear();
  const isByTime = sessions.sort.column === "time";
  const { selected } = control.choice;

  /** Children are known from their parent before their own slice is there. */
  const known = new Map([...props.childrenOf.values()].flat().map((row) => [row.id, row]));
  const rowOf = (id: number) => slices.rowOf(id) ?? known.get(id);

  const menuFor = (id: number): MenuItem[] => {
    const row = rowOf(id);
    return [
      { id: "open", label: "Open session", keyHint: "↵", run: () => props.onOpen(id, "enter") },
      { id: "copy", label: "Copy as a row", run: () => props.onCopy([id], "rows") },
      { id: "link", label: "Copy link", run: () => props.onCopyLink(id) },
      {
        id: "select",
        label: selected.has(id) ? "Unselect" : "Select",
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

  const failure = sessions.error ?? slices.error;
  let state = null;
  if (failure !== null) {
    const { message, hint, code } = asHostError(failure);
    state = (
      <ErrorState message={message} hint={hint} details={code} retry={{ label: "Try again", run: sessions.retry }} />
    );
  } else if (!sessions.isPending) {
    const { sentence, action } = emptinessOf({
      what: "session",
      search,
      hasScope: search.projects !== undefined,
      hasPeriod: search.from !== undefined || search.until !== undefined,
      lastDayBeyond: sessions.lastDayBeyond,
      thisYear,
    });
    const go =
      action === undefined ? undefined : { label: action.label, run: () => props.onGo(action.does, action.day) };
    state = <EmptyState action={go}>{sentence}</EmptyState>;
  }

  const countOfDay = (day: number) => {
    let count = 0;
    for (const one of sessions.order.days) if (one === day) count += 1;
    return count;
  };
  const parentOf = (id: number) => {
    for (const [parent, children] of props.childrenOf) if (children.some((row) => row.id === id)) return parent;
    return undefined;
  };

  return (
    <>
      <Ledger
        label="Sessions"
        order={props.order}
        orderKey={`sessions ${JSON.stringify([sessions.filter, sessions.sort, pages.page, props.pageSize])}`}
        offset={pages.first}
        total={sessions.order.ids.length + depths.size}
        isByTime={isByTime}
        rowOf={rowOf}
        onRange={slices.ask}
        settings={props.settings}
        sort={sessions.sort}
        onSort={props.onSort}
        marginName="Start"
        marginOf={(row) => ({
          text:
            row.startedAt === null
              ? "–"
              : isByTime
                ? clock(row.startedAt, zone)
                : marginDate(row.startedAt, zone, thisYear),
          dateTime: row.startedAt === null ? undefined : isoMoment(row.startedAt),
          title: row.startedAt === null ? "No time is known" : undefined,
        })}
        dayOf={(day) => ({ ...dayHeadingOf(day, thisYear), note: counted(countOfDay(day), "session") })}
        control={control}
        pointAt={search.session ?? null}
        canExpand={(row) => row.children > 0}
        depthOf={(id) => depths.get(id) ?? 0}
        parentOf={parentOf}
        onOpen={props.onOpen}
        onWalk={props.onWalk}
        onEscape={props.onEscape}
        onCopy={(ids) => props.onCopy(ids, "rows")}
        onFilterBy={(row, columnId) => props.onFilterBy(row.id, columnId)}
        menuFor={menuFor}
        wordsOf={(row) => row.title}
        findAll={sessions.findAll}
        isStale={sessions.isStale}
        state={state}
      />
      <LedgerFoot
        total={sessions.order.ids.length}
        pages={pages}
        pageSize={props.pageSize}
        onPageSize={props.onPageSize}
        onPage={props.onPage}
        words={["session", "sessions"]}
        selected={selected.size}
        bulk={
          <>
            <Menu
              side="top"
              items={[
                {
                  id: "rows",
                  label: "As rows, tab-separated",
                  keyHint: "Ctrl C",
                  run: () => props.onCopy([...selected], "rows"),
                },
                { id: "markdown", label: "As Markdown", run: () => props.onCopy([...selected], "markdown") },
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
