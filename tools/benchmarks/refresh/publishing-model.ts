import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/src/contract/index.ts';
import { gapOf } from './field-model.ts';

/**
 * How feeds bring out episodes; assumptions, beside the rhythms of the field. Half have a fixed time, mostly a
 * full or half hour, which hosts keep to within some minutes. A third publish within hours of the usual time.
 * The others publish whenever they are done.
 */
const FIXED = 0.5;
const ABOUT = 0.3;
const FULL_HOUR = 0.6;
const HALF_HOUR = 0.25;
const FIXED_LATE_MS = MINUTE_MS;
const ABOUT_MS = 2 * HOUR_MS;
/** Waking hours, in which most episodes come. */
const [FIRST_HOUR, HOURS] = [4, 18];

/** Times of publication of one feed after `fromMs`, ascending. */
export function publisher(random: () => number, fromMs: number): () => number {
  const gapDays = gapOf(random() * 100);
  const kind = random();
  const minutes = random();
  const hour = FIRST_HOUR + Math.floor(random() * HOURS);
  const minute = minutes < FULL_HOUR ? 0 : minutes < FULL_HOUR + HALF_HOUR ? 30 : random() * 60;
  const firstDay = random() * gapDays;
  const noise = () => {
    if (kind < FIXED) return -Math.log(1 - random()) * FIXED_LATE_MS;
    return (random() + random() + random() - 1.5) * 2 * ABOUT_MS;
  };
  let lastMs = fromMs;
  let count = 0;
  return () => {
    if (kind >= FIXED + ABOUT) lastMs += -Math.log(1 - random()) * gapDays * DAY_MS + MINUTE_MS;
    else {
      const day = Math.floor(firstDay + count * gapDays);
      const usualMs = fromMs + day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS;
      lastMs = Math.max(lastMs + MINUTE_MS, usualMs + noise());
      count += 1;
    }
    return Math.round(lastMs);
  };
}
