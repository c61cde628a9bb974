import { DAY_MS, HOUR_MS } from '../time.ts';

/**
 * The rule of everything that can be switched off and on again: an alert, its email, all email, a channel and the
 * alerts in it. What was off tells from now on, and of the last days as well only if its person asks for them. Off
 * for less than an hour was a slip: what came meanwhile is told.
 */
export const SLIP_WITHIN_MS = HOUR_MS;

/** Days that a person may ask for besides. */
export const CATCH_UP_DAYS = 7;

export interface SwitchedOn {
  /** Epoch milliseconds; undefined if unknown. */
  offAtMs: number | undefined;
  nowMs: number;
  /** Also what came in the last {@link CATCH_UP_DAYS}. */
  catchUp?: boolean | undefined;
}

/** From when on episodes are told, epoch milliseconds; null: from when they were before. */
export function toldFromMs({ offAtMs, nowMs, catchUp = false }: SwitchedOn): number | null {
  if (offAtMs !== undefined && nowMs - offAtMs < SLIP_WITHIN_MS) return null;
  return catchUp ? nowMs - CATCH_UP_DAYS * DAY_MS : nowMs;
}
