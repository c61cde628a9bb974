import {
  DAY_MS,
  epochMs,
  isPausedAt,
  pauseEndMs,
  type StoredFields,
} from '../../contract/index.ts';
import { exactMs } from './link-action.ts';
import {
  cadenceFields,
  cadenceOf,
  isPaused,
  pausedFields,
  type PauseFields,
  resumedFields,
} from './pause-person.ts';

/**
 * Rules for changes by links in mails. For a day, a link can undo what a link did, unless the owner has changed it
 * since. After an undo, episodes that were pending before are still pending. Times are epoch ms with fractions,
 * because a link and the owner can write within the same millisecond.
 */

/** After a day, only the signed-in person can undo the change. */
function isUndoable(doneAtMs: number | null, nowMs: number): boolean {
  return doneAtMs !== null && nowMs - doneAtMs < DAY_MS;
}

export interface PersonBefore {
  fields: object;
  /** When the person or a link last changed the preferences; null if never. */
  updatedAtMs: number | null;
  byLink: { atMs: number; before: string } | null;
}

export interface PersonChange {
  fields: PauseFields;
  /** The cadence that undo restores; null if this change is an undo. */
  before: string | null;
}

/** Returns the cadence before a link's change if undo may restore it: within a day, and if nothing changed since. */
export function undoableCadence(
  { updatedAtMs, byLink }: PersonBefore,
  nowMs: number,
): string | null {
  const isLatest = byLink !== null && byLink.atMs === updatedAtMs;
  return isLatest && isUndoable(byLink.atMs, nowMs) ? byLink.before : null;
}

/** Returns null if mail is already stopped. */
export function stopAllMail({ fields }: PersonBefore): PersonChange | null {
  if (isPaused(fields)) return null;
  return { fields: pausedFields(fields), before: cadenceOf(fields) };
}

/** Returns null if mail is on or the stop can no longer be undone. */
export function undoStopAll(person: PersonBefore, nowMs: number): PersonChange | null {
  const { fields } = person;
  if (!isPaused(fields) || undoableCadence(person, nowMs) === null) return null;
  return { fields: resumedFields(fields), before: null };
}

/** True if a link may set the cadence `to`: `weekly` while mail is on, or the one that undo restores. */
export function mayBecome(to: string, person: PersonBefore, nowMs: number): boolean {
  const isRarer = to === 'weekly' && !isPaused(person.fields);
  return isRarer || to === undoableCadence(person, nowMs);
}

/** Returns null if the cadence stays the same or must not change. */
export function changeCadence(
  person: PersonBefore,
  to: string,
  nowMs: number,
): PersonChange | null {
  const { fields } = person;
  const now = cadenceOf(fields);
  if (now === to || !mayBecome(to, person, nowMs)) return null;
  const before = to === undoableCadence(person, nowMs) ? null : now;
  return { fields: cadenceFields(fields, to), before };
}

export interface AlertBefore {
  isPaused: boolean;
  /** When the pause ends or ended by itself; undefined if it does not. */
  pausedUntilMs: number | undefined;
  pausedAtMs: number | null;
  pausedByLinkAtMs: number | null;
  /** When the owner last resumed the alert. Only later matches are sent. */
  resumedAtMs: number | null;
}

export function readPause(fields: StoredFields, nowMs: number): AlertBefore {
  const pause = {
    paused: fields['paused'] === true,
    pausedUntilMs: epochMs(fields['pausedUntil']),
  };
  return {
    isPaused: isPausedAt(pause, nowMs),
    pausedUntilMs: pauseEndMs(pause),
    pausedAtMs: exactMs(fields['pausedAt']),
    pausedByLinkAtMs: exactMs(fields['pausedByLinkAt']),
    resumedAtMs: exactMs(fields['resumedAt']),
  };
}

export function mayUndoPause(
  { isPaused, pausedAtMs, pausedByLinkAtMs, resumedAtMs }: Omit<AlertBefore, 'pausedUntilMs'>,
  nowMs: number,
): boolean {
  if (!isPaused || !isUndoable(pausedByLinkAtMs, nowMs) || pausedAtMs !== pausedByLinkAtMs)
    return false;
  return resumedAtMs === null || pausedByLinkAtMs === null || resumedAtMs <= pausedByLinkAtMs;
}

/** True if a link excluded the term within the last day. After an exclusion by the person, the two times differ. */
export function mayRestoreTerm(
  { excludedAtMs, byLinkAtMs }: { excludedAtMs: number | null; byLinkAtMs: number | null },
  nowMs: number,
): boolean {
  return isUndoable(byLinkAtMs, nowMs) && byLinkAtMs === excludedAtMs;
}
