/*
 * Applies what the person chose to the whole window: theme, density, text size, single keys. The width of the window is
 * measured in text, so that 200 % text folds the index as a narrow window does.
 */
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
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
