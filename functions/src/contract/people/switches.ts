import { HOUR_MS } from '../time.ts';

/**
 * The rule for everything that can be switched off and on again: an alert, its email, all email, a channel
 * and the alerts in it. Switched on again, it tells what comes from then on. Less than an hour between off and
 * on is a slip: what waited before is told, too.
 */
export const SLIP_WITHIN_MS = HOUR_MS;

export interface SwitchedOn {
  /** Epoch milliseconds; undefined if unknown. */
  offAtMs: number | undefined;
  nowMs: number;
}

/** The time since which episodes are told, epoch milliseconds; null (after a slip) keeps the stored time. */
export function toldFromMs({ offAtMs, nowMs }: SwitchedOn): number | null {
  return offAtMs !== undefined && nowMs - offAtMs < SLIP_WITHIN_MS ? null : nowMs;
}
