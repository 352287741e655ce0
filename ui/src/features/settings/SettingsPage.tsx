/* Settings: one page with an index; what is chosen applies at once and can be undone. Only what works today is here. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ErrorState } from "../../components/States.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { openStateQuery, preferencesQuery } from "../../ipc/queries.ts";
import { compact } from "../../lib/address.ts";
import { About } from "./About.tsx";
import { Appearance } from "./Appearance.tsx";
import { SETTINGS_PARTS, type SettingsPart, type SettingsSearch } from "./search.ts";
import styles from "./settings.module.css";
import { VaultPart } from "./VaultPart.tsx";

const NAMES: Record<SettingsPart, string> = { appearance: "Appearance", vault: "Vault", about: "About" };

export function SettingsPage() {
  const { part = "appearance" } = useSearch({ strict: false }) as SettingsSearch;
  const navigate = useNavigate();
  const openState = useQuery(openStateQuery());
  const preferences = useQuery(preferencesQuery());
  const main = useRef<HTMLDivElement>(null);
  const isReady = openState.data !== undefined && preferences.data !== undefined;
  const error = openState.error ?? preferences.error;

  useEffect(() => {
    if (isReady) main.current?.querySelector(`#settings-${part}`)?.scrollIntoView({ block: "start" });
  }, [part, isReady]);

  const go = (next: SettingsPart) => {
    // A second click on the same entry scrolls again.
    main.current?.querySelector(`#settings-${next}`)?.scrollIntoView({ block: "start" });
    void navigate({ to: ".", search: (before: Record<string, unknown>) => compact({ ...before, part: next }) });
  };
  return (
    <section className={styles.body} aria-label="Settings">
      <nav className={styles.nav} aria-label="Parts of the settings">
        <h1 className={styles.pageTitle}>Settings</h1>
        {SETTINGS_PARTS.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.item}
            aria-current={each === part ? "true" : undefined}
            onClick={() => go(each)}
          >
            {NAMES[each]}
          </button>
        ))}
      </nav>
      <div ref={main} className={styles.main}>
        {openState.data !== undefined && preferences.data !== undefined ? (
          <>
            <Appearance preferences={preferences.data} />
            <VaultPart state={openState.data} />
            <About state={openState.data} />
          </>
        ) : error === null ? null : (
          <ErrorState
            message={asHostError(error).message}
            hint={asHostError(error).hint}
            retry={{
              label: "Try again",
              run: () => {
                void openState.refetch();
                void preferences.refetch();
              },
            }}
          />
        )}
      </div>
    </section>
  );
}
