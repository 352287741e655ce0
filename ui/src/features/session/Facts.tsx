/* The Facts tab: what the vault knows of the session as a whole, and where it has it from. Nothing here is guessed. */
import type { ReactNode } from "react";
import { Said } from "../../components/Said.tsx";
import type { SessionDetail, SessionLink, SessionSource } from "../../ipc/types.ts";
import { agentFacts } from "../../lib/agents.ts";
import { counted, figure, shortPath } from "../../lib/text.ts";
import { clock, dayOf, hoursAndMinutes, longMoment, shortDate } from "../../lib/time.ts";
import styles from "./facts.module.css";
import session from "./session.module.css";

export interface FactsProps {
  detail: SessionDetail;
  zone: string;
  onOpenSession: (sessionId: number) => void;
  onShowFile: (sourceId: number) => void;
}

const TITLES: Record<NonNullable<SessionDetail["titleSource"]>, string> = {
  "first-prompt": "the first prompt",
  agent: "the agent",
  "person-in-agent": "you, in the agent",
  "person-in-daybook": "you, here",
};

const RELATIONS: Record<SessionLink["relation"], string> = {
  subagent: "subagent",
  fork: "fork",
  resume: "taken up again",
};

export function Facts({ detail, zone, onOpenSession, onShowFile }: FactsProps) {
  const { row, usage } = detail;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard.
    <section className={styles.factsPage} aria-label="Facts" tabIndex={0}>
      <Group title="Session">
        <Fact name="Id">
          <code>{detail.nativeId}</code>
        </Fact>
        {detail.aliases.length > 0 ? (
          <Fact name="Also known as">
            {detail.aliases.map((alias) => (
              <div key={alias}>
                <code>{alias}</code>
              </div>
            ))}
          </Fact>
        ) : null}
        <Fact name="Title from">{detail.titleSource === null ? "no title" : TITLES[detail.titleSource]}</Fact>
        <Fact name="First and last">
          {row.startedAt === null ? "no instant recorded" : longMoment(row.startedAt, zone)}
          {row.startedAt === null || row.endedAt === null || row.endedAt === row.startedAt
            ? ""
            : ` – ${dayOf(row.endedAt, zone) === dayOf(row.startedAt, zone) ? clock(row.endedAt, zone) : longMoment(row.endedAt, zone)}`}
        </Fact>
        <Fact name="Folder">{detail.cwd === null ? "not recorded" : <code>{shortPath(detail.cwd)}</code>}</Fact>
        <Fact name="Project">
          <Said>{row.project}</Said>
          {row.worktree === null ? null : (
            <>
              {" · worktree "}
              <Said>{row.worktree}</Said>
            </>
          )}
        </Fact>
        {row.branch === null ? null : (
          <Fact name="Branch">
            <Said>{row.branch}</Said>
          </Fact>
        )}
        <Fact name="Agent">
          {agentFacts(row.agent).name}
          {detail.clientVersion === null ? "" : ` ${detail.clientVersion}`}
          {detail.isArchived ? ", put away by the agent" : ""}
        </Fact>
        {row.model === null ? null : <Fact name="Model">{row.model}</Fact>}
        <Fact name="Messages">
          {counted(detail.messages, "message")}, of them {counted(row.prompts, "prompt")} and{" "}
          {counted(detail.replies, "reply", "replies")}
        </Fact>
        <Fact name="Masked">
          {detail.masked === 0 ? "no secret found" : `Masked ${counted(detail.masked, "secret")} before storing.`}
        </Fact>
      </Group>
      {detail.sources.map((source) => (
        <SourceFacts key={source.id} source={source} zone={zone} onShowFile={onShowFile} />
      ))}
      {detail.parent === null && detail.children.length === 0 ? null : (
        <Group title="Hangs together with">
          {detail.parent === null ? null : (
            <Fact name={parentName(detail.parent)}>
              <LinkTo link={detail.parent} onOpenSession={onOpenSession} />
            </Fact>
          )}
          {detail.children.map((child) => (
            <Fact key={child.nativeId} name={RELATIONS[child.relation]}>
              <LinkTo link={child} onOpenSession={onOpenSession} />
            </Fact>
          ))}
        </Group>
      )}
      <Group title="Tokens, each reply counted once">
        <table className={styles.table}>
          <tbody>
            <TokenRow name="Sent, not from the cache" count={usage.input} />
            <TokenRow name="Read from the cache" count={usage.cacheRead} />
            <TokenRow name="Written to the cache" count={usage.cacheWrite} />
            <TokenRow name="Produced" count={usage.output} />
            <TokenRow name="of that for reasoning" count={usage.reasoning} />
          </tbody>
        </table>
      </Group>
    </section>
  );
}

/** Says how a session hangs on its parent, before the parent's title. */
export function parentName(parent: SessionLink): string {
  if (parent.relation === "fork") return "Forked from";
  return parent.relation === "resume" ? "Taken up from" : "Subagent of";
}

/** A link to another session, or its id where the vault does not hold it. */
export function LinkTo({ link, onOpenSession }: { link: SessionLink; onOpenSession: (sessionId: number) => void }) {
  const { id } = link;
  if (id === null) {
    return (
      <>
        <code>{link.nativeId}</code> <span className={session.kept}>not in the vault</span>
      </>
    );
  }
  return (
    <button type="button" className={session.linkButton} onClick={() => onOpenSession(id)}>
      <Said>{link.title === "" ? link.nativeId : link.title}</Said>
      {link.activeMs >= 60_000 ? `, ${hoursAndMinutes(link.activeMs)}` : ""}
    </button>
  );
}

function SourceFacts(props: { source: SessionSource; zone: string; onShowFile: (sourceId: number) => void }) {
  const { source, zone } = props;
  return (
    <Group title="Read from">
      <Fact name="File">
        <div className={styles.factLine}>
          <code>{shortPath(source.path)}</code>
          {source.missingSinceAt === null ? (
            <button type="button" className={session.linkButton} onClick={() => props.onShowFile(source.id)}>
              Show file
            </button>
          ) : (
            <span className={session.kept}>source expired, kept</span>
          )}
        </div>
        {source.missingSinceAt === null ? null : (
          <p className={styles.fault}>
            Gone since {shortDate(source.missingSinceAt, zone)}. What it held is in the vault.
          </p>
        )}
      </Fact>
      <Fact name="Not understood">
        {source.faults.length === 0
          ? "nothing"
          : source.faults.slice(0, 50).map((fault) => (
              <p key={`${fault.line} ${fault.reason}`} className={styles.fault}>
                <span className={styles.faultLine}>line {figure(fault.line)}</span> · <Said>{fault.reason}</Said>
              </p>
            ))}
        {source.faults.length > 50 ? (
          <p className={styles.fault}>and {figure(source.faults.length - 50)} more</p>
        ) : null}
      </Fact>
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.factGroup}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dl className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </dl>
  );
}

function TokenRow({ name, count }: { name: string; count: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{count === 0 ? "" : figure(count)}</td>
    </tr>
  );
}
