import { HOUR_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import type { TranscriptionReport } from '../../functions/src/transcription/ledger/transcription-report.ts';
import type { OperatorCounts } from '../../functions/src/site/health/operator-counts.ts';
import type { OutboxAges } from '../../functions/src/site/health/outbox-ages.ts';

export interface Status {
  counts: OperatorCounts;
  ages: OutboxAges;
  feeds: { feeds: number; due: number; lateMs: number; refreshedAtMs: number | null };
  /** Null if transcription is off. */
  transcription: (TranscriptionReport & { secondsADay: number; priceAnHour: number | null }) | null;
  /** Refused or failed searches by code. Null if the log could not be read. */
  refused: { counts: ReadonlyMap<string, number>; since: string } | null;
}

/** Formats the status. The text contains no names, addresses or keywords. */
export function statusText(
  { counts, ages, feeds, transcription, refused }: Status,
  nowMs: number,
): string {
  const { people, alerts, mails, messages, suppressed, channels } = counts;
  const rows = [
    ['Alerts', String(alerts)],
    // Only these people have a document that can be counted.
    ['People', `${people} with preferences, channels or shows`],
    [
      'Mails, 24 hours',
      `${mails.sent} sent, ${mails.failed} failed, ${mails.cancelled} not needed any more; ${waiting(mails.waiting, ages.oldestMailMs)}`,
    ],
    [
      'No more mail to',
      Object.entries(suppressed)
        .map(([reason, count]) => `${count} ${reason}`)
        .join(', '),
    ],
    [
      'Channels',
      `${channels.all}, ${channels.failing} failing, ${channels.off} switched off for it`,
    ],
    [
      'Messages, 24 hours',
      `${messages.made} made; ${waiting(messages.waiting, ages.oldestMessageMs)}`,
    ],
    ['Feeds', feedsText(feeds, nowMs)],
    ['Transcription', transcriptionText(transcription)],
    ['Refused searches', refusedText(refused)],
  ];
  return rows.map(([name = '', text]) => `  ${name.padEnd(20)}${text}`).join('\n');
}

function waiting(count: number, oldestMs: number | null): string {
  const oldest = oldestMs === null ? '' : `, the oldest for ${duration(oldestMs)}`;
  return `${count} waiting${oldest}`;
}

function feedsText(feeds: Status['feeds'], nowMs: number): string {
  const refreshed =
    feeds.refreshedAtMs === null
      ? 'never refreshed'
      : `refreshed ${duration(nowMs - feeds.refreshedAtMs)} ago`;
  const late =
    feeds.due === 0 ? 'none due' : `${feeds.due} due, the first for ${duration(feeds.lateMs)}`;
  return `${feeds.feeds}, ${late}; ${refreshed}`;
}

function transcriptionText(transcription: Status['transcription']): string {
  if (transcription === null) return 'off';
  const { usedSeconds, secondsADay, priceAnHour, waiting, failed, stopped } = transcription;
  const [used, limit] = [usedSeconds, secondsADay].map((seconds) => Math.ceil(seconds / 60));
  const cost = priceAnHour === null ? '' : ` ($${((usedSeconds / 3600) * priceAnHour).toFixed(2)})`;
  const stop = stopped === null ? '' : `; stopped: ${stopped}`;
  return `${used} of ${limit} minutes today${cost}, ${waiting} waiting, ${failed} failed this week${stop}`;
}

function refusedText(refused: Status['refused']): string {
  if (refused === null) return 'the log could not be read';
  const counts = [...refused.counts].sort(([, left], [, right]) => right - left);
  const text = counts.map(([code, count]) => `${count} ${code}`).join(', ');
  return `${text || 'none'}, ${refused.since}`;
}

export function duration(ms: number): string {
  if (ms < 2 * MINUTE_MS) return `${Math.round(ms / 1000)} seconds`;
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} minutes`;
  return `${Math.floor(ms / HOUR_MS)} hours`;
}
