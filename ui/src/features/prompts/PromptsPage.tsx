/* Prompts: everything a person typed, a line each, newest first. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
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
import { usePromptSlices } from "../../ipc/slices.ts";
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
import { promptActions } from "./actions.ts";
import { PROMPT_COLUMNS } from "./columns.tsx";
import { formatPrompts, type PromptFormat, readPrompts } from "./copy.ts";
import { PromptTable } from "./PromptTable.tsx";
import styles from "./prompts.module.css";
import type { PromptColumn, PromptsSearch } from "./search.ts";
import { usePrompts } from "./usePrompts.ts";

/** Walking along the list moves the drawer once the keys rest for a moment. */
const FOLLOW_AFTER = 70;

export function PromptsPage() {
  const search = useSearch({ from: "/prompts" });
  const navigate = useNavigate({ from: "/prompts" });
  const openSession = useOpenSession();
  const zone = useZone();
  const now = useNow();
  const wordsField = useRef<HTMLInputElement>(null);
  const following = useRef<ReturnType<typeof setTimeout>>(undefined);

  const prompts = usePrompts(search);
  const settings = useColumnSettings("prompts", PROMPT_COLUMNS);
  const [pageSize, setPageSize] = usePageSize("prompts");
  const pages = pagesOf(prompts.order.ids.length, pageSize, search.page ?? 1);
  const order = usePageOf(prompts.order, pages);
  const control = useChoice();
  useChoiceWithin(control, order.ids);
  const slices = usePromptSlices(order.ids);
  const { current, selected } = control.choice;

  useEffect(() => () => clearTimeout(following.current), []);

  const change = (next: Partial<PromptsSearch>) =>
    void navigate({ search: (before) => compact({ ...before, page: undefined, ...next }), replace: false });
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

  const open = (id: number, how: Opening, replaces = false) => {
    const row = slices.rowOf(id);
    if (row === undefined) return;
    openSession(row.sessionId, { message: row.id, isFull: how === "full", takesFocus: how === "enter", replaces });
  };
  const walk = (id: number) => {
    if (search.session === undefined) return;
    clearTimeout(following.current);
    following.current = setTimeout(() => open(id, search.full === true ? "full" : "peek", true), FOLLOW_AFTER);
  };

  const copyPrompts = async (chosen: readonly number[], format: PromptFormat) => {
    // In the order of the table, not in that of choosing.
    const inOrder = chosen.length === 1 ? chosen : [...prompts.order.ids].filter((id) => selected.has(id));
    const rows = await readPrompts(inOrder);
    const isCopied = await copyText(formatPrompts(rows, format, zone));
    showToast(
      isCopied
        ? { text: `Copied ${counted(rows.length, "prompt")}.` }
        : { text: "Nothing was copied: the system refused the clipboard.", isFailure: true },
    );
  };
  const copyLink = async (id: number) => {
    const row = slices.rowOf(id);
    if (row === undefined) return;
    const isCopied = await copyText(linkTo("prompts", { session: row.sessionId, message: row.id }));
    if (isCopied) showToast({ text: "Copied a link to this prompt." });
  };
  const sayFailure = (promise: Promise<void>) =>
    void promise.catch(() =>
      showToast({ text: "The prompts could not be read. Nothing was copied.", isFailure: true }),
    );

  const filterBy = (id: number, columnId: string): boolean => {
    const row = slices.rowOf(id);
    const project = prompts.projects?.find((one) => one.name === row?.project);
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
    promptActions({
      current,
      selected: selected.size,
      focusWords: () => wordsField.current?.select(),
      open: () => current !== null && open(current, "enter"),
      copyText: () => current !== null && sayFailure(copyPrompts([current], "words")),
      copyLink: () => current !== null && void copyLink(current),
      copySelected: () => sayFailure(copyPrompts([...selected], "words")),
      clearFilters,
      selectAll: () => control.choose({ do: "all", ids: prompts.order.ids }),
    }),
  );

  const isFiltered = search.agents !== undefined || search.models !== undefined || search.words !== undefined;
  const partial = partialSentence(prompts.progress, search.agents ?? [], "prompts");
  return (
    <>
      <PageHead title="Prompts" actions={<ColumnsMenu columns={PROMPT_COLUMNS} settings={settings} />}>
        <Chips
          total={prompts.facets?.total}
          options={prompts.agents}
          chosen={search.agents ?? []}
          onChoose={(agents) => change({ agents: agents.length === 0 ? undefined : agents })}
        />
      </PageHead>
      <FilterLine label="Prompts">
        <Field
          ref={wordsField}
          className={styles.words}
          label="Words in prompts"
          placeholder="Words in prompts"
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
          options={(prompts.facets?.models ?? []).map(({ value, count }) => ({ value, label: value, count }))}
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
      <PromptTable
        prompts={prompts}
        search={search}
        zone={zone}
        now={now}
        order={order}
        pages={pages}
        pageSize={pageSize}
        onPageSize={(size) => {
          setPageSize(size);
          change({});
        }}
        onPage={(page) => change({ page: page > 1 ? page : undefined })}
        settings={settings}
        control={control}
        slices={slices}
        onSort={(column) => change({ sort: nextSorting(prompts.sort, column as PromptColumn) })}
        onOpen={open}
        onWalk={walk}
        onEscape={stepBack}
        onFilterBy={filterBy}
        onCopy={(chosen, format) => sayFailure(copyPrompts(chosen, format))}
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
