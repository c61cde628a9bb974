import { DAY_MS, SLIP_WITHIN_MS } from '../contract/index.ts';
import {
  cadenceFields,
  cadenceOf,
  isPaused,
  pausedFields,
  type PauseFields,
  resumedFields,
} from './pause-person.ts';

/**
 * What links in mails change. A link undoes only what that link did, for a day, and nothing that its owner chose since.
 * Times are epoch milliseconds with fractions: a link and its owner may write within the same millisecond.
 */

/** Whether a link may still undo a link's action. Later, only the signed-in person can. */
function isUndoable(doneAtMs: number | null, nowMs: number): boolean {
  return doneAtMs !== null && nowMs - doneAtMs < DAY_MS;
}

/** Whether a stop that is undone now was a mistake: then matches in between are told. */
function isSlip(stoppedAtMs: number | null, nowMs: number): boolean {
  return stoppedAtMs !== null && nowMs - stoppedAtMs < SLIP_WITHIN_MS;
}

export interface PersonBefore {
  /** Fields of `users/{uid}`; see `pause-person.ts`. */
  fields: object;
  /** When anybody last chose the cadence. */
  updatedAtMs: number | null;
  /** The last change by a link, and the cadence before. */
  byLink: { atMs: number; before: string } | null;
}

export interface PersonChange {
  fields: PauseFields;
  /** True: matches in between are not told. */
  isResumed: boolean;
  /** The cadence that undoing restores; null if this is the undoing. */
  before: string | null;
}

/** The cadence before a link changed it, if a link may undo that: only if nothing was chosen since. */
export function undoableCadence(
  { updatedAtMs, byLink }: PersonBefore,
  nowMs: number,
): string | null {
  const isLastWord = byLink !== null && byLink.atMs === updatedAtMs;
  return isLastWord && isUndoable(byLink.atMs, nowMs) ? byLink.before : null;
}

/** Null: nothing changes. */
export function stopAllMail({ fields }: PersonBefore): PersonChange | null {
  if (isPaused(fields)) return null;
  return { fields: pausedFields(fields), isResumed: false, before: cadenceOf(fields) };
}

/** Null: nothing changes. */
export function undoStopAll(person: PersonBefore, nowMs: number): PersonChange | null {
  const { fields, updatedAtMs } = person;
  if (!isPaused(fields) || undoableCadence(person, nowMs) === null) return null;
  const isResumed = !isSlip(updatedAtMs, nowMs);
  return { fields: resumedFields(fields), isResumed, before: null };
}

/**
 * Whether a link may set this cadence: mails become rarer by it. Another token, valid while a link may undo,
 * leads back.
 */
export function mayBecome(to: string, person: PersonBefore, nowMs: number): boolean {
  const isRarer = to === 'weekly' && !isPaused(person.fields);
  return isRarer || to === undoableCadence(person, nowMs);
}

/** Null: nothing changes. */
export function changeCadence(
  person: PersonBefore,
  to: string,
  nowMs: number,
): PersonChange | null {
  const { fields } = person;
  const now = cadenceOf(fields);
  if (now === to || !mayBecome(to, person, nowMs)) return null;
  const before = to === undoableCadence(person, nowMs) ? null : now;
  return { fields: cadenceFields(fields, to), isResumed: isPaused(fields), before };
}

export interface AlertBefore {
  isPaused: boolean;
  pausedAtMs: number | null;
  /** When a link last paused the alert. */
  pausedByLinkAtMs: number | null;
  /** Since when the alert tells, after it was last resumed; absent after a slip. */
  resumedAtMs: number | null;
}

/** Whether a link paused the alert last, and its owner has not since. */
export function mayUndoPause(
  { pausedAtMs, pausedByLinkAtMs, resumedAtMs }: AlertBefore,
  nowMs: number,
): boolean {
  if (!isUndoable(pausedByLinkAtMs, nowMs) || pausedAtMs !== pausedByLinkAtMs) return false;
  return resumedAtMs === null || pausedByLinkAtMs === null || resumedAtMs <= pausedByLinkAtMs;
}

/** How a link's undoing changes a paused alert; null: nothing changes. */
export function undoPause(alert: AlertBefore, nowMs: number): { isSlip: boolean } | null {
  if (!alert.isPaused || !mayUndoPause(alert, nowMs)) return null;
  return { isSlip: isSlip(alert.pausedAtMs, nowMs) };
}

/** Whether a link excluded the term last; an exclusion by the person has another time. */
export function mayRestoreTerm(
  { excludedAtMs, byLinkAtMs }: { excludedAtMs: number | null; byLinkAtMs: number | null },
  nowMs: number,
): boolean {
  return isUndoable(byLinkAtMs, nowMs) && byLinkAtMs === excludedAtMs;
}
