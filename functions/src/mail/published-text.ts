import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime.js';

dayjs.extend(relativeTime);

/**
 * When an episode was published: "3 hours ago, Nov 21". The day goes with it because a mail may be
 * read long after it was sent; it is the day in UTC. A time still to come counts as now.
 */
export function publishedText(pubDateMs: number, nowMs: number): string {
  const atMs = Math.min(pubDateMs, nowMs);
  const day = new Date(pubDateMs).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return `${dayjs(atMs).from(nowMs)}, ${day}`;
}
