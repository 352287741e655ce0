/*
 * Applies what the person chose to the whole window: theme, density, text size, single keys. The width of the window is
 * measured in text, so that 200 % text folds the index as a narrow window does.
 */
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { showToast } from "../components/Toast.tsx";
import { asHostError } from "../ipc/errors.ts";
import { host } from "../ipc/host.ts";
import { openStateQuery, preferencesQuery } from "../ipc/queries.ts";
import { setSingleKeys } from "../lib/actions.ts";

/** Below these widths the index folds, and side panes become drawers. */
const FOLDED = 1180;
const NARROW = 1000;

export function useAppearance(): void {
  const openState = useQuery(openStateQuery());
  const { data } = useQuery(preferencesQuery());
  const theme = data?.theme ?? openState.data?.theme ?? "system";
  const density = data?.density ?? "default";
  const scale = Math.min(Math.max(data?.textScale ?? 100, 80), 200);
  const singleKeys = data?.singleKeys ?? true;

  useLayoutEffect(() => {
    const root = document.documentElement;
    if (theme === "system") root.removeAttribute("data-theme");
    else root.dataset.theme = theme;
    root.dataset.density = density;
    root.style.fontSize = `${(16 * scale) / 100}px`;
    setSingleKeys(singleKeys);
    const measure = () => {
      const width = (window.innerWidth * 100) / scale;
      root.dataset.width = width < NARROW ? "narrow" : width < FOLDED ? "folded" : "wide";
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [theme, density, scale, singleKeys]);
}

const SIZES = [80, 90, 100, 110, 125, 150, 175, 200];

/** Gives the way to a larger (1), smaller (-1) or the usual (0) text size; it is kept as a preference. */
export function useTextSize(): (step: 1 | -1 | 0) => void {
  const { data } = useQuery(preferencesQuery());
  return (step) => {
    if (data === undefined) return;
    const larger = SIZES.find((size) => size > data.textScale) ?? 200;
    const smaller = SIZES.findLast((size) => size < data.textScale) ?? 80;
    const textScale = step === 0 ? 100 : step === 1 ? larger : smaller;
    host()
      .setPreferences({ ...data, textScale })
      .then(() => showToast({ text: `Text at ${textScale} %.` }))
      .catch((thrown: unknown) => showToast({ text: asHostError(thrown).message, isFailure: true }));
  };
}
