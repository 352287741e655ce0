/* Sessions: every conversation, a line each, newest first, with subagents and forks folded under the session they came from. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { Button } from "../../components/Button.tsx";
import { Chips } from "../../components/Chips.tsx";
import { Filter } from "../../components/Choice.tsx";
import { Field } from "../../components/Field.tsx";
import {
  ColumnsMenu,
  type Opening,
  pagesOf,
  useChoice,
  useChoiceWithin,
  useColumnSettings,
  usePageOf,
  usePageSize,
} from "../../components/ledger/index.ts";
import { FilterLine, PageHead } from "../../components/Page.tsx";
import { WarnLine } from "../../components/States.tsx";
import { showToast } from "../../components/Toast.tsx";
import { useSessionSlices } from "../../ipc/slices.ts";
import { useZone } from "../../ipc/useFrameFilter.ts";
import { useOfferActions } from "../../lib/actions.ts";
import { compact, useOpenSession } from "../../lib/address.ts";
import { copyText } from "../../lib/clipboard.ts";
import { linkTo } from "../../lib/link.ts";
import { partialSentence } from "../../lib/partial.ts";
import { nextSorting } from "../../lib/sorting.ts";
import { counted } from "../../lib/text.ts";
import { useNow } from "../../lib/useNow.ts";
import { useTyped } from "../../lib/useTyped.ts";
import { sessionActions } from "./actions.ts";
import { sessionColumns } from "./columns.tsx";
import { formatSessions, readSessions, type SessionFormat } from "./copy.ts";
import { SessionTable } from "./SessionTable.tsx";
import type { SessionColumn, SessionsSearch } from "./search.ts";
import styles from "./sessions.module.css";
import { unfold } from "./unfold.ts";
import { useChildren, useSessions } from "./useSessions.ts";

/** Walking along the list moves the drawer once the keys rest for a moment. */
const FOLLOW_AFTER = 70;

export function SessionsPage() {
  const search = useSearch({ from: "/sessions" });
  const navigate = useNavigate({ from: "/sessions" });
  const openSession = useOpenSession();
  const zone = useZone();
  const now = useNow();
  const wordsField = useRef<HTMLInputElement>(null);
  const following = useRef<ReturnType<typeof setTimeout>>(undefined);

  const sessions = useSessions(search);
  const columns = useMemo(() => {
    const running = new Set((sessions.running ?? []).map((row) => row.id));
    return sessionColumns((id) => running.has(id));
  }, [sessions.running]);
  const settings = useColumnSettings("sessions", columns);
  const [pageSize, setPageSize] = usePageSize("sessions");
  const pages = pagesOf(sessions.order.ids.length, pageSize, search.page ?? 1);
  const page = usePageOf(sessions.order, pages);
  const control = useChoice();
  const { current, selected, opened } = control.choice;
  const children = useChildren(opened);
  const { order, depths } = useMemo(
    () => unfold(page, opened, (id) => (children.get(id) ?? []).map((row) => row.id)),
    [page, opened, children],
  );
  useChoiceWithin(control, order.ids);
  const slices = useSessionSlices(order.ids);

  useEffect(() => () => clearTimeout(following.current), []);

  const change = (next: Partial<SessionsSearch>) =>
    void navigate({ search: (before) => compact({ ...before, page: undefined, ...next }) });
  const [words, setWords] = useTyped(search.words ?? "", (typed) =>
    change({ words: typed === "" ? undefined : typed }),
  );

  const clearFilters = () => {
    change({ agents: undefined, models: undefined, words: undefined });
    setWords("");
    showToast({ text: "Filters cleared. Scope and period stay." });
  };
  const closeDrawer = () =>
    void navigate({
      search: (before) => compact({ ...before, session: undefined, message: undefined, full: undefined }),
    });

  const open = (id: number, how: Opening, replaces = false) =>
    openSession(id, { isFull: how === "full", takesFocus: how === "enter", replaces });
  const walk = (id: number) => {
    if (search.session === undefined) return;
    clearTimeout(following.current);
    following.current = setTimeout(() => open(id, search.full === true ? "full" : "peek", true), FOLLOW_AFTER);
  };

  const copySessions = async (chosen: readonly number[], format: SessionFormat) => {
    const inOrder = chosen.length === 1 ? chosen : [...order.ids].filter((id) => selected.has(id));
    const rows = await readSessions(inOrder);
    const isCopied = await copyText(formatSessions(rows, format, zone));
    showToast(
      isCopied
        ? { text: `Copied ${counted(rows.length, "session")}.` }
        : { text: "Nothing was copied: the system refused the clipboard.", isFailure: true },
    );
  };
  const sayFailure = (promise: Promise<void>) =>
    void promise.catch(() =>
      showToast({ text: "The sessions could not be read. Nothing was copied.", isFailure: true }),
    );
  const copyLink = async (id: number) => {
    if (await copyText(linkTo("sessions", { session: id }))) showToast({ text: "Copied a link to this session." });
  };

  const filterBy = (id: number, columnId: string): boolean => {
    const row = slices.rowOf(id);
    const project = sessions.projects?.find((one) => one.name === row?.project);
    if (row === undefined) return false;
    if (columnId === "agent") change({ agents: [row.agent] });
    else if (columnId === "model" && row.model !== null) change({ models: [row.model] });
    else if (columnId === "project" && project !== undefined) {
      void navigate({ search: (before) => compact({ ...before, page: undefined, projects: [project.id] }) });
    } else return false;
    return true;
  };

  const stepBack = () => {
    if (search.session !== undefined) closeDrawer();
    else if (selected.size > 0) control.choose({ do: "none" });
    else if (search.words !== undefined) change({ words: undefined });
  };

  useOfferActions(
    sessionActions({
      current,
      selected: selected.size,
      focusWords: () => wordsField.current?.select(),
      open: () => current !== null && open(current, "enter"),
      copyLink: () => current !== null && void copyLink(current),
      copySelected: () => sayFailure(copySessions([...selected], "rows")),
      clearFilters,
      selectAll: () => control.choose({ do: "all", ids: order.ids }),
    }),
  );

  const isFiltered = search.agents !== undefined || search.models !== undefined || search.words !== undefined;
  const partial = partialSentence(sessions.progress, search.agents ?? [], "sessions");
  return (
    <>
      <PageHead title="Sessions" actions={<ColumnsMenu columns={columns} settings={settings} />}>
        <Chips
          total={sessions.facets?.total}
          options={sessions.agents}
          chosen={search.agents ?? []}
          onChoose={(agents) => change({ agents: agents.length === 0 ? undefined : agents })}
        />
      </PageHead>
      <FilterLine label="Sessions">
        <Field
          ref={wordsField}
          className={styles.wordsField}
          label="Words in sessions"
          placeholder="Words in sessions"
          isLabelHidden
          isClearable
          type="search"
          icon="search"
          value={words}
          onValue={setWords}
          onKeyDown={(event) => {
            if (event.key === "Escape" && words !== "") setWords("");
            else if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
            else return;
            event.preventDefault();
          }}
        />
        <Filter
          label="Model"
          anyLabel="Any model"
          options={(sessions.facets?.models ?? []).map(({ value, count }) => ({ value, label: value, count }))}
          chosen={search.models ?? []}
          onChoose={(models) => change({ models: models.length === 0 ? undefined : models })}
        />
        <Button
          kind="plain"
          className={styles.clear}
          unavailable={isFiltered ? undefined : "No filter is set."}
          onClick={clearFilters}
        >
          Clear
        </Button>
      </FilterLine>
      {partial === null ? null : <WarnLine>{partial}</WarnLine>}
      <SessionTable
        sessions={sessions}
        search={search}
        zone={zone}
        now={now}
        order={order}
        depths={depths}
        childrenOf={children}
        pages={pages}
        pageSize={pageSize}
        onPageSize={(size) => {
          setPageSize(size);
          change({});
        }}
        onPage={(next) => change({ page: next > 1 ? next : undefined })}
        settings={settings}
        control={control}
        slices={slices}
        onSort={(column) => change({ sort: nextSorting(sessions.sort, column as SessionColumn) })}
        onOpen={open}
        onWalk={walk}
        onEscape={stepBack}
        onFilterBy={filterBy}
        onCopy={(chosen, format) => sayFailure(copySessions(chosen, format))}
        onCopyLink={(id) => void copyLink(id)}
        onGo={(does, day) => {
          if (does === "words") change({ words: undefined });
          else if (does === "filters") change({ agents: undefined, models: undefined });
          else if (does === "scope") void navigate({ search: (before) => compact({ ...before, projects: undefined }) });
          else if (does === "inputs") void navigate({ to: "/inputs" });
          else void navigate({ search: (before) => compact({ ...before, from: day, until: day, page: undefined }) });
        }}
      />
    </>
  );
}
