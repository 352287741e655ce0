/* Says that the vault on screen is the sample, and leads out of it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../components/Button.tsx";
import { showToast } from "../components/Toast.tsx";
import { asHostError } from "../ipc/errors.ts";
import { host } from "../ipc/host.ts";
import { openStateQuery } from "../ipc/queries.ts";
import styles from "./frame.module.css";

export function SampleBanner() {
  const { data } = useQuery(openStateQuery());
  const [isLeaving, setLeaving] = useState(false);
  if (data?.isSample !== true) return null;
  const leave = async () => {
    setLeaving(true);
    try {
      await host().leaveSampleVault();
    } catch (thrown) {
      showToast({ text: asHostError(thrown).message, isFailure: true });
    } finally {
      setLeaving(false);
    }
  };
  return (
    <div className={styles.banner} role="status">
      <span>
        <strong>Sample vault.</strong> Invented sessions of an invented shop; your own vault is untouched.
      </span>
      <Button kind="plain" isBusy={isLeaving} onClick={() => void leave()}>
        Leave the sample
      </Button>
    </div>
  );
}
