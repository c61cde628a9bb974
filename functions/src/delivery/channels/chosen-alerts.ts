import * as z from 'zod/mini';
import type { ChannelEntry } from '../../contract/index.ts';

export type ChannelAlerts = ChannelEntry['alerts'];

/** Key in `from` for all alerts without an entry. */
const OTHERS = '*';

export interface ChosenAlerts {
  alerts: ChannelAlerts;
  /**
   * Slot or {@link OTHERS} → when the alert was added to the channel, epoch ms. An alert without a time starts with
   * the channel.
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

/** Alerts added to the channel start at `nowMs`; the others keep their start. */
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
