import { DAY_MS } from '../../contract/index.ts';
import { WINDOW_DAYS } from '../matching/match-window.ts';

/** How far the runs of a shard have come. */
export interface RunProgress {
  /** Up to when everybody's slots were served, save those missed; epoch milliseconds, null before the first run. */
  lastRunAtMs: number | null;
  /** What could not be served when all others were; at most one a person. */
  missed: readonly MissedSlot[];
}

export interface MissedSlot {
  uid: string;
  slotMs: number;
}

/** People of a shard whose slots are remembered as missed; when more fail, it is not they who do. */
export const MAX_MISSED = 1000;

/** What a run did. */
export interface RunResult {
  /** What it found as missed, and so tried again. */
  tried: readonly MissedSlot[];
  failed: readonly MissedSlot[];
  /** When the run began. */
  servedUntilMs: number;
}

/**
 * The progress after a run. What another run has noted meanwhile stays; what nobody could serve within
 * the window of news is forgotten.
 */
export function progressAfter(
  before: RunProgress,
  { tried, failed, servedUntilMs }: RunResult,
  nowMs: number,
): RunProgress {
  const wasTried = (missed: MissedSlot) =>
    tried.some(({ uid, slotMs }) => uid === missed.uid && slotMs === missed.slotMs);
  const latest = new Map<string, number>();
  for (const { uid, slotMs } of [...before.missed.filter((each) => !wasTried(each)), ...failed]) {
    if (slotMs < nowMs - WINDOW_DAYS * DAY_MS) continue;
    latest.set(uid, Math.max(slotMs, latest.get(uid) ?? slotMs));
  }
  return {
    lastRunAtMs: servedUntilMs,
    missed: Array.from(latest, ([uid, slotMs]) => ({ uid, slotMs })),
  };
}
