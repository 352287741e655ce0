/* Search: one query line, matches from all that was said and done, best first. The words, the agents and the open match are in the address. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Chips } from "../../components/Chips.tsx";
import { Icon } from "../../components/Icon.tsx";
import { registerWalker } from "../../components/ledger/walker.ts";
import { EmptyState, ErrorState, WarnLine } from "../../components/States.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { openStateQuery, progressQuery, projectsQuery, summaryQuery } from "../../ipc/queries.ts";
import type { SearchHit } from "../../ipc/types.ts";
import { type Action, hasSingleKeys, useOfferActions } from "../../lib/actions.ts";
import { compact, type FrameSearch, useOpenSession } from "../../lib/address.ts";
import { copyText } from "../../lib/clipboard.ts";
import { counted, figure } from "../../lib/text.ts";
import { droppable, makeFilter, type Narrowing } from "./filters.ts";
import { Hit, textOf } from "./Hit.tsx";
import { partialSentence } from "./partial.ts";
import { RecentSearches } from "./RecentSearches.tsx";
import { keepRecent, listRecent } from "./recent.ts";
import styles from "./search.module.css";
import type { SearchSearch } from "./search.ts";
import { useAgentCounts, useFirstFound, useHits } from "./useHits.ts";
import { useTypedWords } from "./useTypedWords.ts";

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
const LETTERS: Record<string, number> = { j: 1, k: -1, n: 1, N: -1 };

export function SearchPage() {
  const address = useSearch({ strict: false }) as SearchSearch & FrameSearch;
  const navigate = useNavigate();
  const openSession = useOpenSession();
  const openState = useQuery(openStateQuery());
  const summary = useQuery(summaryQuery());
  const projects = useQuery(projectsQuery());
  const progress = useQuery(progressQuery());
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [thisYear] = useState(() => new Date().getFullYear());
  const [currentId, setCurrentId] = useState<number | null>(address.message ?? null);
  const [recent, setRecent] = useState(listRecent);
  const zone = openState.data?.timeZone ?? "UTC";

  const change = (part: Partial<SearchSearch & FrameSearch>) => {
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => compact({ ...before, ...part }),
      replace: true,
    });
  };
  const query = useTypedWords(address.words ?? "", (words) => change({ words: words === "" ? undefined : words }));
  const narrowing: Narrowing = compact({
    agents: address.agents,
    projects: address.projects,
    from: address.from,
    until: address.until,
  });
  const filter = makeFilter(query.searched, narrowing, zone);
  const question = JSON.stringify(filter);
  const [pages, setPages] = useState({ question, count: 1 });
  const shownPages = pages.question === question ? pages.count : 1;
  const answer = useHits(filter, shownPages);
  const { hits } = answer;
  const isAnswered = query.searched !== "" && !answer.isFirst && !answer.isStale && answer.error === null;
  const agents = summary.data?.agents.filter((each) => each.sources > 0).map((each) => each.agent) ?? [];
  const anyAgent = { ...filter, agents: [] };
  const counts = useAgentCounts(anyAgent, agents, isAnswered);
  const anyAgentTotal = counts.every((each) => each.count !== undefined)
    ? counts.reduce((sum, each) => sum + (each.count ?? 0), 0)
    : undefined;
  const isNothing = isAnswered && answer.total === 0;
  const drop = useFirstFound(
    droppable(narrowing, projects.data ?? []).map((option) => ({
      option,
      filter: makeFilter(query.searched, option.without, zone),
    })),
    isNothing,
  );

  const at = hits.findIndex((hit) => hit.messageId === currentId);
  const isOpen = address.session !== undefined;
  const keep = () => {
    keepRecent(query.typed);
    setRecent(listRecent());
  };
  const open = (hit: SearchHit, options: { isFull?: boolean; takesFocus?: boolean; replaces?: boolean } = {}) => {
    query.settle();
    keep();
    setCurrentId(hit.messageId);
    openSession(hit.sessionId, { message: hit.messageId, ...options });
  };
  const move = (step: number) => {
    const next = hits[Math.min(hits.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    if (at + step >= hits.length && answer.hasMore) setPages({ question, count: shownPages + 1 });
    setCurrentId(next.messageId);
    if (isOpen) openSession(next.sessionId, { message: next.messageId, replaces: true });
  };
  const current = hits[at] ?? null;
  useEffect(() => {
    if (currentId !== null) list.current?.querySelector(`#hit-${currentId}`)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);

  const focusQuery = () => {
    field.current?.focus();
    field.current?.select();
  };
  const actions: Action[] = [
    { id: "search-query", label: "Change the words", keys: "/", run: focusQuery },
    { id: "search-next", label: "Next match", keys: "N", run: () => move(1) },
    { id: "search-previous", label: "Previous match", keys: "Shift+N", run: () => move(-1) },
    { id: "search-down", label: "Next match", keys: "J", isHidden: true, run: () => move(1) },
    { id: "search-up", label: "Previous match", keys: "K", isHidden: true, run: () => move(-1) },
    {
      id: "search-copy",
      label: "Copy the excerpt",
      ...(current === null ? { reason: "No match is chosen." } : {}),
      run: () => current !== null && void copyText(textOf(current)),
    },
    {
      id: "search-clear",
      label: "Clear the filters of the search",
      ...(Object.keys(narrowing).length === 0 ? { reason: "No filter is set." } : {}),
      run: () => change({ agents: undefined, projects: undefined, from: undefined, until: undefined }),
    },
  ];
  useOfferActions(actions);

  // The drawer's J and K, and its buttons, walk the matches.
  const walk = useRef(move);
  useEffect(() => {
    walk.current = move;
  });
  useEffect(() => registerWalker((step) => walk.current(step)), []);

  const onQueryKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      query.settle();
      const hit = current ?? hits[0];
      if (hit !== undefined && isAnswered) open(hit, { isFull: event.ctrlKey || event.metaKey, takesFocus: true });
      else keep();
    } else if (event.key === "Escape" && query.typed !== "" && !isOpen) {
      event.preventDefault();
      event.stopPropagation();
      query.type("");
    }
  };
  const onListKey = (event: KeyboardEvent) => {
    const nearest = current ?? hits[0];
    if (event.ctrlKey || event.metaKey || event.altKey ? event.key !== "Enter" : false) return;
    // In a list box the window leaves single letters to the list.
    const step = STEPS[event.key] ?? (hasSingleKeys() ? LETTERS[event.key] : undefined);
    if (step !== undefined) move(step);
    else if (event.key === "/" && hasSingleKeys()) focusQuery();
    else if (event.key === "Home") move(-hits.length);
    else if (event.key === "End") move(hits.length);
    else if (event.key === "Enter" && nearest !== undefined)
      open(nearest, { isFull: event.ctrlKey || event.metaKey, takesFocus: true });
    else if (event.key === " " && nearest !== undefined) open(nearest);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const partial = progress.data === undefined ? null : partialSentence(progress.data);
  return (
    <section className={styles.page} aria-label="Search">
      <h1 className="visually-hidden">Search</h1>
      <search className={styles.query}>
        <Icon name="search" />
        <input
          ref={field}
          className={styles.words}
          type="text"
          aria-label="Words to search for"
          aria-controls="search-results"
          placeholder="Search all that was said"
          spellCheck={false}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: whoever comes to Search comes to type.
          autoFocus={!isOpen}
          value={query.typed}
          onChange={(event) => {
            query.type(event.target.value);
            setCurrentId(null);
          }}
          onKeyDown={onQueryKey}
        />
        {query.typed === "" ? null : (
          <Button
            kind="plain"
            isSquare
            icon="close"
            aria-label="Empty the query"
            onClick={() => {
              query.type("");
              focusQuery();
            }}
          />
        )}
      </search>
      {query.searched === "" ? null : (
        <div className={styles.narrow}>
          <p className={styles.count} role="status">
            {answer.isFirst || answer.error !== null ? null : answer.total === 0 ? (
              "No match"
            ) : (
              <>
                <strong>{counted(answer.total, "match", "matches")}</strong> in {counted(answer.sessions, "session")}
              </>
            )}
          </p>
          {agents.length < 2 ? null : (
            <div className={styles.agents}>
              <Chips
                total={anyAgentTotal}
                options={counts.map(({ value, count }) => ({ value, count: count ?? 0 }))}
                chosen={address.agents ?? []}
                onChoose={(chosen) => change({ agents: chosen.length === 0 ? undefined : chosen })}
              />
            </div>
          )}
        </div>
      )}
      {partial === null || query.searched === "" ? null : (
        <div className={styles.warn}>
          <WarnLine>{partial}</WarnLine>
        </div>
      )}
      {query.searched === "" ? (
        <RecentSearches
          recent={recent}
          onChoose={(words) => {
            query.type(words);
            field.current?.focus();
          }}
          onForget={setRecent}
        />
      ) : answer.error !== null ? (
        <div className={styles.hanging}>
          <ErrorState
            message={asHostError(answer.error).message}
            hint={asHostError(answer.error).hint}
            retry={{ label: "Try again", run: answer.retry }}
          />
        </div>
      ) : isNothing ? (
        <NothingFound
          words={query.searched}
          drop={drop}
          onDrop={(without) =>
            change({ agents: undefined, projects: undefined, from: undefined, until: undefined, ...without })
          }
        />
      ) : (
        <div
          ref={list}
          id="search-results"
          className={answer.isStale ? `${styles.results} ${styles.isStale}` : styles.results}
          role="listbox"
          data-row=""
          aria-label="Matches"
          aria-activedescendant={current === null ? undefined : `hit-${current.messageId}`}
          aria-busy={answer.isFirst || answer.isStale}
          tabIndex={0}
          onKeyDown={onListKey}
          onFocus={(event) => {
            if (event.target === event.currentTarget && current === null && hits[0] !== undefined)
              setCurrentId(hits[0].messageId);
          }}
        >
          {hits.map((hit, index) => (
            <Hit
              key={hit.messageId}
              hit={hit}
              zone={zone}
              thisYear={thisYear}
              isCurrent={hit.messageId === currentId}
              position={index + 1}
              total={answer.total}
              onOpen={(chosen, how) => open(chosen, { isFull: how === "full" })}
            />
          ))}
          {answer.hasMore ? (
            <div className={styles.rest}>
              <Button isBusy={answer.isLoadingMore} onClick={() => setPages({ question, count: shownPages + 1 })}>
                Show more
              </Button>
              <span>
                {figure(hits.length)} of {figure(answer.total)}, best first
              </span>
            </div>
          ) : hits.length > 0 && hits.length >= 10 ? (
            <p className={styles.rest}>That is all.</p>
          ) : null}
        </div>
      )}
    </section>
  );
}

interface NothingFoundProps {
  words: string;
  drop: { option: { name: string; without: Narrowing }; total: number } | null;
  onDrop: (without: Narrowing) => void;
}

function NothingFound({ words, drop, onDrop }: NothingFoundProps) {
  return (
    <div className={styles.hanging}>
      {drop === null ? (
        <EmptyState>
          No match.{" "}
          {words.includes(" ")
            ? "Every word must occur in one message; fewer words find more."
            : "Nothing in the vault holds this word."}
        </EmptyState>
      ) : (
        <EmptyState
          action={{
            label: drop.option.name === "any filter" ? "Drop the filters" : "Drop the filter",
            run: () => onDrop(drop.option.without),
          }}
        >
          No match. Without {drop.option.name === "any filter" ? "any filter" : `“${drop.option.name}”`} there{" "}
          {drop.total === 1 ? "is" : "are"} {figure(drop.total)}.
        </EmptyState>
      )}
    </div>
  );
}
