import * as z from 'zod/mini';
import { type ChannelEntry, SLIP_WITHIN_MS, toldFromMs } from '../../contract/index.ts';

/** Slots of the alerts of a channel, or 'all'. */
export type ChannelAlerts = ChannelEntry['alerts'];

/** Key that stands for all alerts without an entry of their own. */
const OTHERS = '*';

/** The alerts of a channel, and the time from which each alert's matches go there. */
export interface ChosenAlerts {
  alerts: ChannelAlerts;
  /**
   * Start of an alert in the channel, epoch milliseconds, by slot or {@link OTHERS}; without an entry, the
   * start of the channel.
   */
  from: Readonly<Record<string, number>>;
  /**
   * Alerts removed in the last hour, with the time of removal and their earlier start, which is restored if
   * the removal was a slip.
   */
  left: Readonly<Record<string, { atMs: number; fromMs: number }>>;
}

const storedSchema = z.object({
  from: z.catch(z.record(z.string(), z.number()), {}),
  left: z.catch(z.record(z.string(), z.object({ atMs: z.number(), fromMs: z.number() })), {}),
});

export function readChosenAlerts(alerts: ChannelAlerts, stored: object = {}): ChosenAlerts {
  return { alerts, ...storedSchema.parse(stored) };
}

export function alertFromMs(from: ChosenAlerts['from'] = {}, slot: string): number {
  return from[slot] ?? from[OTHERS] ?? 0;
}

/** Changes the choice of alerts. An added alert starts like anything that is switched on (`toldFromMs`). */
export function chooseAlerts(
  before: ChosenAlerts,
  alerts: ChannelAlerts,
  { nowMs }: { nowMs: number },
): ChosenAlerts {
  const isIn = (chosen: ChannelAlerts, slot: string) => chosen === 'all' || chosen.includes(slot);
  const named = [before.alerts, alerts].flatMap((chosen) => (chosen === 'all' ? [OTHERS] : chosen));
  const from: Record<string, number> = {};
  const left = Object.fromEntries(
    Object.entries(before.left).filter(([, { atMs }]) => nowMs - atMs < SLIP_WITHIN_MS),
  );
  const slots = new Set([...named, ...Object.keys(before.from), ...Object.keys(left)]);
  for (const slot of slots) {
    const known = left[slot] ?? left[OTHERS];
    const wasIn = isIn(before.alerts, slot);
    if (isIn(alerts, slot)) {
      const on = { offAtMs: known?.atMs, nowMs };
      from[slot] = wasIn ? alertFromMs(before.from, slot) : (toldFromMs(on) ?? known?.fromMs ?? 0);
    } else if (wasIn) left[slot] = { atMs: nowMs, fromMs: alertFromMs(before.from, slot) };
  }
  const out = Object.entries(left).filter(([slot]) => from[slot] === undefined);
  return { alerts, from, left: Object.fromEntries(out) };
}
