import * as z from 'zod/mini';
import { type Alert, alertIdentity, isPausedAt } from './alert.ts';
import { isMap, type StoredFields } from './stored-times.ts';

/** Fields of a match document that {@link readPendingAlerts} needs. */
export const PENDING_FIELDS = ['alert', 'facts', 'episode.id', 'waits'];

const factsSchema = z.object({
  title: z.string(),
  podcast: z.string(),
  link: z.string(),
  /** Epoch milliseconds, like the other times. */
  pubDateMs: z.number(),
  /** When the catalogue first stored the episode. */
  ingestedAtMs: z.number(),
  /** When its first match was stored; absent before 1.1. */
  foundAtMs: z.optional(z.number()),
});

export interface PendingMatch extends z.infer<typeof factsSchema> {
  /** Identity of the episode, which matches of several alerts may share. */
  key: string;
}

/** Matches of one alert that are pending for the next email. */
export interface PendingAlert {
  /** See `alertIdentity`. */
  alertId: string;
  /** Newest match first. */
  matches: readonly PendingMatch[];
  /** Further matches, which are only counted. */
  moreCount: number;
  /** True if there may be more than were read. */
  isPart?: true;
}

const lastMatchSchema = z.object({
  atMs: z.number(),
  episodes: z.int().check(z.nonnegative()),
});

/** Time of the last email and its number of episodes, by alert (`alertIdentity`). */
export type LastMatches = Readonly<Record<string, z.infer<typeof lastMatchSchema>>>;

const matchSchema = z.object({
  alert: z.string(),
  facts: factsSchema,
  episode: z.object({ id: z.string() }),
});

const countedSchema = z.object({
  alert: z.string(),
  waits: z.object({ mail: z.int().check(z.positive()) }),
});

/**
 * Reads documents `users/{uid}/matches/{id}` that wait for mail, newest first. Skips malformed ones.
 * @param isAll False if there may be more documents.
 */
export function readPendingAlerts(
  documents: readonly StoredFields[],
  isAll: boolean,
): PendingAlert[] {
  const alerts = new Map<string, { matches: PendingMatch[]; moreCount: number }>();
  const alertOf = (alertId: string) => {
    const known = alerts.get(alertId) ?? { matches: [], moreCount: 0 };
    alerts.set(alertId, known);
    return known;
  };
  for (const fields of documents) {
    const match = matchSchema.safeParse(fields).data;
    const counted = countedSchema.safeParse(fields).data;
    if (match) alertOf(match.alert).matches.push({ key: match.episode.id, ...match.facts });
    else if (counted) alertOf(counted.alert).moreCount += counted.waits.mail;
  }
  return [...alerts].map(([alertId, of]) => ({ alertId, ...of, ...(!isAll && { isPart: true }) }));
}

/** Reads `last` of `users/{uid}/ledger/pending`. Skips malformed entries. */
export function readLastMatches({ last }: StoredFields): LastMatches {
  return Object.fromEntries(
    Object.entries(isMap(last) ? last : {}).flatMap(([alertId, stored]) => {
      const { data } = lastMatchSchema.safeParse(stored);
      return data === undefined ? [] : [[alertId, data]];
    }),
  );
}

export function withLastMatch<A extends Pick<Alert, 'id' | 'createdAtMs' | 'lastMatch'>>(
  alert: A,
  last: LastMatches,
): A {
  const lastMatch = last[alertIdentity(alert.id, alert.createdAtMs)];
  return lastMatch === undefined ? alert : { ...alert, lastMatch };
}

/**
 * Returns no matches if the alert is paused or not emailed. Excludes matches before its last change, because the
 * email rechecks those.
 */
export function pendingOf(
  alert: Pick<Alert, 'id' | 'createdAtMs' | 'paused' | 'pausedUntilMs' | 'mail' | 'changedAtMs'>,
  all: readonly PendingAlert[],
  nowMs: number,
): Omit<PendingAlert, 'alertId'> {
  const alertId = alertIdentity(alert.id, alert.createdAtMs);
  const pending = all.find((each) => each.alertId === alertId);
  if (pending === undefined || isPausedAt(alert, nowMs) || alert.mail === false) {
    return { matches: [], moreCount: 0 };
  }
  const { changedAtMs = 0 } = alert;
  const matches = pending.matches.filter(({ ingestedAtMs }) => ingestedAtMs > changedAtMs);
  // Counted matches are older than the listed ones, so they are excluded if any listed match is.
  const isWhole = matches.length === pending.matches.length;
  return {
    matches,
    moreCount: isWhole ? pending.moreCount : 0,
    ...(pending.isPart && isWhole && { isPart: true }),
  };
}
