import { DAY_MS, HOUR_MS } from '../time.ts';

/**
 * The rule for everything that can be switched off and on again: an alert, its email, all email, a channel
 * and the alerts in it. Once on again, it tells what is new; the last days are told only if the person asks
 * for them. Off for less than an hour counts as a slip: matches in between are told.
 */
export const SLIP_WITHIN_MS = HOUR_MS;

/** Days that a person may ask for in addition. */
export const CATCH_UP_DAYS = 7;

export interface SwitchedOn {
  /** Epoch milliseconds; undefined if unknown. */
  offAtMs: number | undefined;
  nowMs: number;
  /** Also tell the matches of the last {@link CATCH_UP_DAYS}. */
  catchUp?: boolean | undefined;
}

/** The time from which on episodes are told, epoch milliseconds; null keeps the time that was stored. */
export function toldFromMs({ offAtMs, nowMs, catchUp = false }: SwitchedOn): number | null {
  if (offAtMs !== undefined && nowMs - offAtMs < SLIP_WITHIN_MS) return null;
  return catchUp ? nowMs - CATCH_UP_DAYS * DAY_MS : nowMs;
}
