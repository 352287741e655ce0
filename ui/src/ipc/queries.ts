/*
 * Every question the window asks, as TanStack Query options. A key is the command's name and its arguments; the type
 * of keys is registered, so a misspelt command does not compile; `invalidate.ts` says what drops it.
 */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { unpackOrder } from "../lib/order.ts";
import type { PROVIDES } from "./bindings.ts";
import { host } from "./host.ts";
import type { Agent, Filter, Sort } from "./types.ts";

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** A command that reads, as the window calls it. */
export type ReadCommand = Camel<keyof typeof PROVIDES>;
export type QueryKey = readonly [ReadCommand, ...unknown[]];

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: QueryKey;
  }
}

export const openStateQuery = () => queryOptions({ queryKey: ["openState"], queryFn: () => host().openState() });

export const summaryQuery = () => queryOptions({ queryKey: ["getSummary"], queryFn: () => host().getSummary() });

export const progressQuery = () => queryOptions({ queryKey: ["getProgress"], queryFn: () => host().getProgress() });

export const preferencesQuery = () =>
  queryOptions({ queryKey: ["getPreferences"], queryFn: () => host().getPreferences() });

export const projectsQuery = () => queryOptions({ queryKey: ["listProjects"], queryFn: () => host().listProjects() });

export const runningSessionsQuery = () =>
  queryOptions({
    queryKey: ["listRunningSessions"],
    queryFn: () => host().listRunningSessions(),
    refetchInterval: 30_000,
  });

export const promptOrderQuery = (filter: Filter, sort: Sort) =>
  queryOptions({
    queryKey: ["listPromptOrder", filter, sort],
    queryFn: async () => unpackOrder(await host().listPromptOrder(filter, sort)),
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });

export const promptFacetsQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ["countPromptFacets", filter],
    queryFn: () => host().countPromptFacets(filter),
    placeholderData: keepPreviousData,
  });

export const sessionOrderQuery = (filter: Filter, sort: Sort) =>
  queryOptions({
    queryKey: ["listSessionOrder", filter, sort],
    queryFn: async () => unpackOrder(await host().listSessionOrder(filter, sort)),
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });

export const sessionFacetsQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ["countSessionFacets", filter],
    queryFn: () => host().countSessionFacets(filter),
    placeholderData: keepPreviousData,
  });

export const childSessionsQuery = (sessionId: number) =>
  queryOptions({
    queryKey: ["listChildSessions", sessionId],
    queryFn: () => host().listChildSessions(sessionId),
  });

export const sessionQuery = (sessionId: number) =>
  queryOptions({ queryKey: ["getSession", sessionId], queryFn: () => host().getSession(sessionId) });

export const transcriptQuery = (sessionId: number) =>
  queryOptions({ queryKey: ["listTranscript", sessionId], queryFn: () => host().listTranscript(sessionId) });

export const messagesQuery = (sessionId: number, ids: number[]) =>
  queryOptions({
    queryKey: ["listMessages", sessionId, ids],
    queryFn: () => host().listMessages(sessionId, ids),
  });

export const foundInSessionQuery = (sessionId: number, words: string) =>
  queryOptions({
    queryKey: ["findInSession", sessionId, words],
    queryFn: () => host().findInSession(sessionId, words),
    enabled: words.trim() !== "",
    placeholderData: keepPreviousData,
  });

export const wholeTextQuery = (messageId: number) =>
  queryOptions({ queryKey: ["getWholeText", messageId], queryFn: () => readWholeText(messageId) });

/** Reads a text that may be megabytes, piece by piece: no single answer is unbounded. */
export async function readWholeText(messageId: number): Promise<string> {
  const pieces: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const piece = await host().getWholeText(messageId, from);
    pieces.push(piece.text);
    from = piece.next;
  }
  return pieces.join("");
}

export const searchQuery = (filter: Filter, limit: number, offset: number) =>
  queryOptions({
    queryKey: ["search", filter, limit, offset],
    queryFn: () => host().search(filter, limit, offset),
    placeholderData: keepPreviousData,
  });

export const faultySourcesQuery = (agent: Agent) =>
  queryOptions({ queryKey: ["listFaultySources", agent], queryFn: () => host().listFaultySources(agent) });
