/* How the window looks: theme, density, text size, keys, week. */
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../../components/Button.tsx";
import { Segmented } from "../../components/Segmented.tsx";
import { showToast } from "../../components/Toast.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { host } from "../../ipc/host.ts";
import { preferencesQuery } from "../../ipc/queries.ts";
import type { Preferences } from "../../ipc/types.ts";
import { Part, Setting } from "./Setting.tsx";
import styles from "./settings.module.css";

const SCALES = [80, 90, 100, 110, 125, 150, 175, 200];

export function Appearance({ preferences }: { preferences: Preferences }) {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery();

  const apply = async (next: Preferences) => {
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, next);
    try {
      await host().setPreferences(next);
    } catch (error) {
      client.setQueryData(queryKey, before);
      showToast({ text: asHostError(error).message, isFailure: true });
    }
  };
  const change = (part: Partial<Preferences>, said: string) => {
    void apply({ ...preferences, ...part });
    showToast({ text: said, action: { label: "Undo", run: () => void apply(preferences) } });
  };
  const scaleAt = SCALES.findLastIndex((scale) => scale <= preferences.textScale);
  const setScale = (step: 1 | -1) => {
    const next = SCALES[scaleAt + step];
    if (next !== undefined) change({ textScale: next }, `Text size is ${next} %.`);
  };
  return (
    <Part part="appearance" title="Appearance" note="Each change applies at once.">
      <Setting name="Theme" hint="System follows the desktop, also when it changes in the evening.">
        <Segmented
          label="Theme"
          value={preferences.theme}
          options={[
            { value: "system", label: "System" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
          onValue={(theme) => change({ theme }, `Theme is ${theme}.`)}
        />
      </Setting>
      <Setting name="Density" hint="Height of the rows in tables: 24, 32 or 40 px.">
        <Segmented
          label="Density"
          value={preferences.density}
          options={[
            { value: "compact", label: "Compact" },
            { value: "default", label: "Default" },
            { value: "relaxed", label: "Relaxed" },
          ]}
          onValue={(density) => change({ density }, `Density is ${density}.`)}
        />
      </Setting>
      <Setting name="Text size" hint="From 80 to 200 %.">
        <Button
          isSquare
          aria-label="Smaller text"
          unavailable={scaleAt <= 0 ? "This is the smallest size." : undefined}
          onClick={() => setScale(-1)}
        >
          −
        </Button>
        <output className={styles.step} aria-label="Text size">
          {preferences.textScale} %
        </output>
        <Button
          isSquare
          icon="plus"
          aria-label="Larger text"
          unavailable={scaleAt >= SCALES.length - 1 ? "This is the largest size." : undefined}
          onClick={() => setScale(1)}
        />
      </Setting>
      <Setting
        name="Keys of one letter"
        hint="J, K, N, / and others outside fields. Off leaves keys with Ctrl, and letters jump to rows."
      >
        <Segmented
          label="Keys of one letter"
          value={preferences.singleKeys ? "on" : "off"}
          options={[
            { value: "on", label: "On" },
            { value: "off", label: "Off" },
          ]}
          onValue={(value) => change({ singleKeys: value === "on" }, `Keys of one letter are ${value}.`)}
        />
      </Setting>
      <Setting name="First day of the week">
        <Segmented
          label="First day of the week"
          value={preferences.firstWeekday}
          options={[
            { value: "monday", label: "Monday" },
            { value: "saturday", label: "Saturday" },
            { value: "sunday", label: "Sunday" },
          ]}
          onValue={(firstWeekday) =>
            change(
              { firstWeekday },
              `Weeks begin on ${firstWeekday.slice(0, 1).toUpperCase()}${firstWeekday.slice(1)}.`,
            )
          }
        />
      </Setting>
      <Setting
        name="Contrast and motion"
        hint="More contrast, forced colours and less motion are taken from the system."
      >
        <span className={styles.partNote}>as the system says</span>
      </Setting>
    </Part>
  );
}
