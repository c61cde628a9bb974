import { DAY_MS } from '../../contract/index.ts';
import {
  cadenceFields,
  cadenceOf,
  isPaused,
  pausedFields,
  type PauseFields,
  resumedFields,
} from './pause-person.ts';

/**
 * Rules for changes by links in mails. A link can undo only what a link did, for a day, and only if the owner
 * has not chosen anew since. Then what waited before waits on, as if nothing had happened. Times are epoch milliseconds with fractions: a link and its owner may write
 * within the same millisecond.
 */

/** True if a link may still undo a link's action. Later, only the signed-in person can. */
function isUndoable(doneAtMs: number | null, nowMs: number): boolean {
  return doneAtMs !== null && nowMs - doneAtMs < DAY_MS;
}

export interface PersonBefore {
  /** Fields of `users/{uid}`; see `pause-person.ts`. */
  fields: object;
  /** When the preferences were last saved by the person, or changed by a link; null if never. */
  updatedAtMs: number | null;
  /** The last change by a link, and the cadence before. */
  byLink: { atMs: number; before: string } | null;
}

export interface PersonChange {
  fields: PauseFields;
  /** The cadence that undoing restores; null if this is the undoing. */
  before: string | null;
}

/**
 * The cadence that a link may restore: the one before a link's change, if nothing was chosen since; null
 * otherwise.
 */
export function undoableCadence(
  { updatedAtMs, byLink }: PersonBefore,
  nowMs: number,
): string | null {
  const isLastWord = byLink !== null && byLink.atMs === updatedAtMs;
  return isLastWord && isUndoable(byLink.atMs, nowMs) ? byLink.before : null;
}

/** Null if nothing changes. */
export function stopAllMail({ fields }: PersonBefore): PersonChange | null {
  if (isPaused(fields)) return null;
  return { fields: pausedFields(fields), before: cadenceOf(fields) };
}

/** Null if nothing changes. */
export function undoStopAll(person: PersonBefore, nowMs: number): PersonChange | null {
  const { fields } = person;
  if (!isPaused(fields) || undoableCadence(person, nowMs) === null) return null;
  return { fields: resumedFields(fields), before: null };
}

/**
 * True if a link may set this cadence: mails become rarer by it, or it is the one that undoing restores (by
 * another token).
 */
export function mayBecome(to: string, person: PersonBefore, nowMs: number): boolean {
  const isRarer = to === 'weekly' && !isPaused(person.fields);
  return isRarer || to === undoableCadence(person, nowMs);
}

/** Null if nothing changes. */
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
  pausedAtMs: number | null;
  /** When a link last paused the alert. */
  pausedByLinkAtMs: number | null;
  /** When its owner last resumed the alert, from which time on its matches are told. */
  resumedAtMs: number | null;
}

/** True if the alert is paused by a link, within a day, and was not resumed since. */
export function mayUndoPause(
  { isPaused, pausedAtMs, pausedByLinkAtMs, resumedAtMs }: AlertBefore,
  nowMs: number,
): boolean {
  if (!isPaused || !isUndoable(pausedByLinkAtMs, nowMs) || pausedAtMs !== pausedByLinkAtMs)
    return false;
  return resumedAtMs === null || pausedByLinkAtMs === null || resumedAtMs <= pausedByLinkAtMs;
}

/**
 * True if the last exclusion of the term was by a link, within a day; an exclusion by the person has another
 * time.
 */
export function mayRestoreTerm(
  { excludedAtMs, byLinkAtMs }: { excludedAtMs: number | null; byLinkAtMs: number | null },
  nowMs: number,
): boolean {
  return isUndoable(byLinkAtMs, nowMs) && byLinkAtMs === excludedAtMs;
}
