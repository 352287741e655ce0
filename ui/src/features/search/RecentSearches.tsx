/* What stands under an empty query: the last searches, or what can be searched. */
import { forgetRecent } from "./recent.ts";
import styles from "./search.module.css";

export interface RecentSearchesProps {
  recent: readonly string[];
  onChoose: (words: string) => void;
  onForget: (left: string[]) => void;
}

export function RecentSearches({ recent, onChoose, onForget }: RecentSearchesProps) {
  if (recent.length === 0) {
    return (
      <div className={styles.recent}>
        <p className={styles.hint}>
          Words that must all occur, “exact phrases” in quotes. Prompts, replies, reasoning and summaries are searched,
          also those whose files are gone.
        </p>
      </div>
    );
  }
  return (
    <div className={styles.recent}>
      <h2 className={styles.recentHead}>
        Recent searches
        <button
          type="button"
          className={styles.forget}
          onClick={() => {
            forgetRecent();
            onForget([]);
          }}
        >
          Forget them
        </button>
      </h2>
      <ul>
        {recent.map((words) => (
          <li key={words}>
            <button type="button" className={styles.recentItem} dir="auto" onClick={() => onChoose(words)}>
              {words}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
