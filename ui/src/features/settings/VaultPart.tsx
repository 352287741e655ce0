/* The vault: where it lies, what it holds, the sample beside it. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { showToast } from "../../components/Toast.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { host } from "../../ipc/host.ts";
import { summaryQuery } from "../../ipc/queries.ts";
import type { OpenState } from "../../ipc/types.ts";
import { copyText } from "../../lib/clipboard.ts";
import { bytes, counted } from "../../lib/text.ts";
import { shortDate } from "../../lib/time.ts";
import { FactList, Part, Setting } from "./Setting.tsx";

export function VaultPart({ state }: { state: OpenState }) {
  const summary = useQuery(summaryQuery());
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const held = summary.data;

  const switchVault = async () => {
    setBusy(true);
    try {
      await (state.isSample ? host().leaveSampleVault() : host().openSampleVault());
    } catch (error) {
      showToast({ text: asHostError(error).message, isFailure: true });
    }
    setBusy(false);
  };
  const copyPath = async () => {
    const isCopied = await copyText(state.vaultPath);
    showToast({
      text: isCopied ? "Copied the path of the vault." : "The clipboard refused the path.",
      isFailure: !isCopied,
    });
  };
  return (
    <Part
      part="vault"
      title="Vault"
      note={
        state.isSample
          ? "This is the sample vault; nothing in it is yours."
          : "The permanent record, on this computer only."
      }
    >
      <FactList
        facts={[
          ["File", <code key="file">{state.vaultPath}</code>],
          ["Size", held === undefined ? "" : bytes(held.bytes)],
          [
            "Holds",
            held === undefined
              ? ""
              : `${counted(held.sessions, "session")}${held.children > 0 ? ` and ${counted(held.children, "subagent")}` : ""}, ${counted(held.prompts, "prompt")}, ${counted(held.messages, "message")}`,
          ],
          [
            "From and until",
            held === undefined
              ? ""
              : held.firstAt === null || held.lastAt === null
                ? "nothing dated yet"
                : `${shortDate(held.firstAt, state.timeZone)} – ${shortDate(held.lastAt, state.timeZone)}`,
          ],
          ["Time zone", state.timeZone],
        ]}
      />
      <Setting name="Copy the path" hint="To back the vault up, copy its folder while Daybook is closed.">
        <Button icon="copy" onClick={() => void copyPath()}>
          Copy path
        </Button>
      </Setting>
      <Setting
        name={state.isSample ? "Leave the sample" : "Sample vault"}
        hint={
          state.isSample
            ? "Goes back to your own vault."
            : "A separate vault with made-up sessions, to try everything. Yours is left alone."
        }
      >
        <Button isBusy={isBusy} onClick={() => void switchVault()}>
          {state.isSample ? "Leave the sample" : "Open the sample vault"}
        </Button>
      </Setting>
      <Setting name="Welcome" hint="What was found on this computer and what happens to it.">
        <Button onClick={() => void navigate({ to: "/welcome" })}>Show Welcome again</Button>
      </Setting>
    </Part>
  );
}
