/*
 * The window around every page: index, top bar, page, drawer, status line. It owns what holds on all pages: scope, period,
 * the drawer's address, the keys that go anywhere. Welcome stands alone.
 */
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Toasts } from "../components/Toast.tsx";
import { openStateQuery } from "../ipc/queries.ts";
import { useFrameSearch } from "../ipc/useFrameFilter.ts";
import { useOfferActions } from "../lib/actions.ts";
import { frameActions } from "./actions.ts";
import styles from "./frame.module.css";
import { Index } from "./Index.tsx";
import { KeyMap } from "./KeyMap.tsx";
import { useWindowKeys } from "./keys.ts";
import { Palette } from "./Palette.tsx";
import { SampleBanner } from "./SampleBanner.tsx";
import { SessionPane } from "./SessionPane.tsx";
import { StatusLine } from "./StatusLine.tsx";
import { TopBar } from "./TopBar.tsx";
import { useAppearance, useTextSize } from "./useAppearance.ts";
import { useIndexing } from "./useIndexing.ts";
import { usePeriod } from "./usePeriod.ts";

/** Welcome also says why no vault is open. */
const Problem = lazy(async () => ({ default: (await import("../features/welcome/index.ts")).WelcomePage }));

export function Frame() {
  const { pathname } = useLocation();
  const openState = useQuery(openStateQuery());
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useAppearance();
  useWindowKeys();

  const isWelcome = pathname === "/welcome";
  if (openState.isPending) return null;
  // In place, not by going there: an address that is being loaded and a way to Welcome would chase each other.
  const hasProblem = openState.data?.problem != null;
  return (
    <>
      {isWelcome || hasProblem ? (
        <main className={styles.alone} id="main">
          <Suspense>{hasProblem ? <Problem /> : <Outlet />}</Suspense>
        </main>
      ) : (
        <Window openPalette={() => setPaletteOpen(true)} />
      )}
      <Palette isOpen={isPaletteOpen} onOpenChange={setPaletteOpen} />
      <Toasts />
    </>
  );
}

function Window(props: { openPalette: () => void }) {
  const navigate = useNavigate();
  const { session, full } = useFrameSearch();
  const period = usePeriod();
  const indexing = useIndexing();
  const [isScopeOpen, setScopeOpen] = useState(false);
  const [isKeysOpen, setKeysOpen] = useState(false);
  const router = useRouter();
  const resizeText = useTextSize();
  const isFull = session !== undefined && full === true;

  useOfferActions(
    frameActions({
      go: (to) =>
        void navigate({
          to,
          search: (before) => ({ projects: before.projects, from: before.from, until: before.until }),
        }),
      openPalette: props.openPalette,
      openScope: () => setScopeOpen(true),
      stepPeriod: period.step,
      today: period.today,
      allTime: () => period.choose({}),
      goBack: () => router.history.back(),
      goOn: () => router.history.forward(),
      openKeys: () => setKeysOpen(true),
      resizeText,
      indexing,
    }),
    true,
  );

  return (
    <div className={styles.window}>
      <button type="button" className={styles.skip} onClick={skipToMain}>
        Skip to the list
      </button>
      <Index />
      <TopBar period={period} isScopeOpen={isScopeOpen} onScopeOpen={setScopeOpen} openPalette={props.openPalette} />
      <div className={styles.sheet}>
        <SampleBanner />
        <main id="main" tabIndex={-1} data-pane="main" className={styles.page} hidden={isFull}>
          <Outlet />
        </main>
        {session === undefined ? null : <SessionPane key="session" sessionId={session} isFull={isFull} />}
      </div>
      <StatusLine indexing={indexing} />
      <KeyMap isOpen={isKeysOpen} onOpenChange={setKeysOpen} />
    </div>
  );
}

/** Lands on the current row, else on the page. A button, for the fragment of the address is the router's. */
function skipToMain() {
  const main = document.getElementById("main");
  (main?.querySelector<HTMLElement>("[data-row][tabindex='0']") ?? main)?.focus();
}
