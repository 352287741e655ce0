/* Scope, period and the way to everything else. Scope and period hold on every page; Settings hides them. */
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Key } from "../components/Button.tsx";
import { Choice } from "../components/Choice.tsx";
import { Icon } from "../components/Icon.tsx";
import { projectsQuery } from "../ipc/queries.ts";
import { useFrameSearch } from "../ipc/useFrameFilter.ts";
import { compact } from "../lib/address.ts";
import { counted, shortPath } from "../lib/text.ts";
import styles from "./frame.module.css";
import { keyLabel } from "./keys.ts";
import { PeriodMenu } from "./PeriodMenu.tsx";
import type { PeriodControl } from "./usePeriod.ts";

export function TopBar(props: {
  period: PeriodControl;
  isScopeOpen: boolean;
  onScopeOpen: (isOpen: boolean) => void;
  openPalette: () => void;
}) {
  const { pathname } = useLocation();
  const isScoped = pathname !== "/settings" && pathname !== "/inputs";
  return (
    <header className={styles.topbar}>
      {isScoped ? (
        <>
          <ScopeMenu isOpen={props.isScopeOpen} onOpenChange={props.onScopeOpen} />
          <span className={styles.divider} />
          <PeriodMenu control={props.period} />
        </>
      ) : null}
      <button type="button" className={styles.omnibox} onClick={props.openPalette} aria-keyshortcuts="Control+K">
        <Icon name="search" />
        Search or jump to…
        <Key>{keyLabel("Ctrl+K")}</Key>
      </button>
    </header>
  );
}

function ScopeMenu(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const navigate = useNavigate();
  const { projects: chosen = [] } = useFrameSearch();
  const { data: projects = [] } = useQuery(projectsQuery());
  const named = projects.filter((project) => chosen.includes(project.id)).map((project) => project.name);
  const name =
    chosen.length === 0 ? "All projects" : named.length === 1 ? (named[0] ?? "") : counted(chosen.length, "project");
  const repeated = new Set(projects.map((one) => one.name).filter((one, at, all) => all.indexOf(one) !== at));
  return (
    <Choice
      label="Projects"
      anyLabel="All projects"
      options={projects.map((project) => ({
        value: String(project.id),
        label: project.name,
        count: project.sessions,
        note: repeated.has(project.name) && project.path !== null ? shortPath(project.path) : undefined,
      }))}
      chosen={chosen.map(String)}
      onChoose={(next) =>
        void navigate({
          to: ".",
          search: (before: object) =>
            compact({ ...before, page: undefined, projects: next.length === 0 ? undefined : next.map(Number) }),
        })
      }
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <button type="button" className={styles.scope} aria-label={`Scope: ${name}`}>
        <span className={styles.scopeName}>{name}</span>
        <Icon name="down" />
      </button>
    </Choice>
  );
}
