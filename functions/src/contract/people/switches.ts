import { DAY_MS, HOUR_MS } from '../time.ts';

/**
 * The rule for everything that can be switched off and on again: an alert, its email, all email, a channel
 * and the alerts in it. Switched on again, it tells new matches; matches of the last days only if the person asks
 * for them. Less than an hour between off and on is a slip: matches in between are told, too.
 */
export const SLIP_WITHIN_MS = HOUR_MS;

/** Number of past days that a person may ask for when switching something on. */
export const CATCH_UP_DAYS = 7;

export interface SwitchedOn {
  /** Epoch milliseconds; undefined if unknown. */
  offAtMs: number | undefined;
  nowMs: number;
  /** Also tell the matches of the last {@link CATCH_UP_DAYS}. */
  catchUp?: boolean | undefined;
}

/** The time since which episodes are told, epoch milliseconds; null (after a slip) keeps the stored time. */
export function toldFromMs({ offAtMs, nowMs, catchUp = false }: SwitchedOn): number | null {
  if (offAtMs !== undefined && nowMs - offAtMs < SLIP_WITHIN_MS) return null;
  return catchUp ? nowMs - CATCH_UP_DAYS * DAY_MS : nowMs;
}
