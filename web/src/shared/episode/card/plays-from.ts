import type { Episode } from 'functions/contract';

/** Adverts of about this length are put into some downloads, milliseconds. */
const EARLIER_MS = 15_000;

/** Where to start so that a match is not missed: earlier, where the audio may have another length. */
export function playsFrom({ timesMayDiffer }: Episode, atMs: number): number {
  return timesMayDiffer ? Math.max(0, atMs - EARLIER_MS) : atMs;
}
