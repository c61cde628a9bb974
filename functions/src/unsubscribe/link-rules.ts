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

/** Whether a link may still undo what a link did then. Later only the person can, who signs in. */
function isUndoable(doneAtMs: number | null, nowMs: number): boolean {
  return doneAtMs !== null && nowMs - doneAtMs < DAY_MS;
}

/** Whether a stop that is undone now was a mistake: what came in between is told. */
function isSlip(stoppedAtMs: number | null, nowMs: number): boolean {
  return stoppedAtMs !== null && nowMs - stoppedAtMs < SLIP_WITHIN_MS;
}

export interface PersonBefore {
  /** Of `users/{uid}`; see `pause-person.ts`. */
  fields: object;
  /** When the cadence was last chosen, by anybody. */
  updatedAtMs: number | null;
  /** What a link did last, and the cadence before. */
  byLink: { atMs: number; before: string } | null;
}

export interface PersonChange {
  fields: PauseFields;
  /** Whether what came in between is not told. */
  isResumed: boolean;
  /** The cadence that undoing brings back; null if this is the undoing. */
  before: string | null;
}

/** What the cadence was before a link changed it, if a link may undo that: only the last word can be. */
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

/** The link of a mail makes mails rarer. Back leads another token, while a link may undo this. */
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
  /** When a link paused it last. */
  pausedByLinkAtMs: number | null;
  /** From when on it tells since it was last resumed; absent after a slip. */
  resumedAtMs: number | null;
}

/** Whether a link paused the alert last, and not its owner since. */
export function mayUndoPause(
  { pausedAtMs, pausedByLinkAtMs, resumedAtMs }: AlertBefore,
  nowMs: number,
): boolean {
  if (!isUndoable(pausedByLinkAtMs, nowMs) || pausedAtMs !== pausedByLinkAtMs) return false;
  return resumedAtMs === null || pausedByLinkAtMs === null || resumedAtMs <= pausedByLinkAtMs;
}

/** What a link's undoing makes of a pause; null: nothing changes. */
export function undoPause(alert: AlertBefore, nowMs: number): { isSlip: boolean } | null {
  if (!alert.isPaused || !mayUndoPause(alert, nowMs)) return null;
  return { isSlip: isSlip(alert.pausedAtMs, nowMs) };
}

/** Whether a link left the term out last: what the person left out, later or again, has another time. */
export function mayRestoreTerm(
  { excludedAtMs, byLinkAtMs }: { excludedAtMs: number | null; byLinkAtMs: number | null },
  nowMs: number,
): boolean {
  return isUndoable(byLinkAtMs, nowMs) && byLinkAtMs === excludedAtMs;
}
