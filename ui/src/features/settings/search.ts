/* The address of Settings: the part that is shown. */
import { compact } from "../../lib/address.ts";

export const SETTINGS_PARTS = ["appearance", "vault", "about"] as const;
export type SettingsPart = (typeof SETTINGS_PARTS)[number];

export interface SettingsSearch {
  part?: SettingsPart;
}

export function validateSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const part = SETTINGS_PARTS.find((each) => each === raw.part);
  return compact({ part });
}
