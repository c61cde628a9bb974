import type { FeedFetch } from '../feeds/feed-model.ts';
import { log } from '../platform/log.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import {
  type AnnouncerReport,
  announcers,
  isSilent,
  recordAnnouncer,
  wakeFeeds,
} from '../catalogue/queue/wake-ups.ts';
import { readChangeList } from './read-change-list.ts';

/**
 * Makes the feeds due that a list of changes names since the last reading. Idempotent, and safe to be killed,
 * because the position is stored last.
 */
export async function hearChangeList(
  catalogue: WritableCatalogue,
  newest: string,
  fetchPage: (url: string) => Promise<FeedFetch>,
  now: number,
): Promise<void> {
  const [known] = await catalogue.read(() => announcers(now));
  const since = known?.position ?? null;
  const { urls, position, isComplete, failure } = await readChangeList(newest, since, fetchPage);
  const woken = await catalogue.write(() => wakeFeeds({ announcer: 'change-list', urls, now }));
  await catalogue.write(() =>
    recordAnnouncer('change-list', { position: position ?? since, failure }, now),
  );
  const counts = { announced: urls.length, woken, isComplete };
  log(failure === null ? 'info' : 'warn', 'change-list-read', { ...counts, failure });
}

/**
 * Warns of every announcer that has brought nothing for a day, because one that has stopped looks like a
 * quiet one.
 */
export function warnOfSilence(reports: readonly AnnouncerReport[], now: number): void {
  for (const report of reports.filter((each) => isSilent(each, now))) {
    const { announcer, announced, woken, failure } = report;
    log('warn', 'announcer-silent', { announcer, announced, woken, failure });
  }
}
