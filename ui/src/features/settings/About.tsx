/* What this program is and what it is built from. */
import type { OpenState } from "../../ipc/types.ts";
import { FactList, Part } from "./Setting.tsx";
import styles from "./settings.module.css";

const BUILT_FROM: readonly (readonly [string, string])[] = [
  ["SQLite", "public domain"],
  ["Tauri", "MIT or Apache-2.0"],
  ["React", "MIT"],
  ["TanStack Query, Router, Virtual", "MIT"],
  ["Base UI", "MIT"],
  ["pulldown-cmark", "MIT"],
  ["ammonia", "MIT or Apache-2.0"],
  ["zstd", "BSD-3-Clause"],
  ["notify", "CC0-1.0"],
  ["jiff", "MIT or Unlicense"],
];

export function About({ state }: { state: OpenState }) {
  return (
    <Part part="about" title="About">
      <FactList
        facts={[
          ["Version", `Daybook ${state.version}`],
          ["Licence", "MIT or Apache-2.0"],
          [
            "Network",
            "Daybook opens no connection. A link in a transcript opens in your browser, and only when you click it.",
          ],
        ]}
      />
      <div className={styles.facts}>
        <h3 className={styles.subhead}>Built from, among others</h3>
        <table className={styles.licences}>
          <tbody>
            {BUILT_FROM.map(([name, licence]) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{licence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}
