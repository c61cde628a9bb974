import * as z from 'zod/mini';
import type { ChannelEntry } from '../../contract/index.ts';

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
}

const storedSchema = z.object({
  from: z.catch(z.record(z.string(), z.number()), {}),
});

export function readChosenAlerts(alerts: ChannelAlerts, stored: object = {}): ChosenAlerts {
  return { alerts, ...storedSchema.parse(stored) };
}

export function alertFromMs(from: ChosenAlerts['from'] = {}, slot: string): number {
  return from[slot] ?? from[OTHERS] ?? 0;
}

/** Changes the choice of alerts. An added alert starts at `nowMs`, the others go on. */
export function chooseAlerts(
  before: ChosenAlerts,
  alerts: ChannelAlerts,
  nowMs: number,
): ChosenAlerts {
  const isIn = (chosen: ChannelAlerts, slot: string) => chosen === 'all' || chosen.includes(slot);
  const named = [before.alerts, alerts].flatMap((chosen) => (chosen === 'all' ? [OTHERS] : chosen));
  const from: Record<string, number> = {};
  for (const slot of new Set([...named, ...Object.keys(before.from)])) {
    if (!isIn(alerts, slot)) continue;
    from[slot] = isIn(before.alerts, slot) ? alertFromMs(before.from, slot) : nowMs;
  }
  return { alerts, from };
}
