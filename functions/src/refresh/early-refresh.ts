import { MINUTE_MS } from '../contract/index.ts';
import { makeDue } from '../catalogue/queue/hub-feeds.ts';
import { updateCatalogue } from '../catalogue/file/update-catalogue.ts';
import {
  changeSubscription,
  type StoredSubscription,
  takeReportedFeeds,
} from '../hubs/firestore-subscriptions.ts';
import { queueEarlyRefresh } from '../hubs/queue-early-refresh.ts';
import { config } from '../platform/config.ts';
import { errorName, log } from '../platform/log.ts';
import { startAlerts } from '../platform/start-alerts.ts';
import { refreshDueFeeds } from './refresh-due-feeds.ts';
import type { FeedReport } from './refresh-feed.ts';
import { releaseRefresh, takeRefresh } from './refresh-lease.ts';
import { hasNews, logFailures, webRefresh } from './scheduled-refresh.ts';

/**
 * Fetches the feeds whose hubs have reported news, and starts the alerts. While a scheduled refresh replaces the catalogue
 * in a bucket, it queues itself again.
 * @param timeoutMs After it, no feed is started.
 */
export async function refreshReportedFeeds(now: number, timeoutMs: number): Promise<void> {
  const untilMs = now + timeoutMs + MINUTE_MS;
  if (!(await takeRefresh(now, untilMs))) {
    await queueEarlyRefresh(now + MINUTE_MS);
    return;
  }
  try {
    const reported = await takeReportedFeeds(now);
    if (reported.length > 0) await refreshThem(reported, now, AbortSignal.timeout(timeoutMs));
  } finally {
    await releaseRefresh(untilMs);
  }
}

async function refreshThem(
  reported: readonly StoredSubscription[],
  now: number,
  signal: AbortSignal,
): Promise<void> {
  let wanted: readonly string[] = [];
  const reports = await updateCatalogue(
    config().CATALOGUE_URL,
    async (catalogue) => {
      const urls = reported.map(({ feedUrl }) => feedUrl);
      const among = (wanted = await catalogue.write(() => makeDue(urls, now)));
      const options = { ...webRefresh(now), catalogue, now, signal, clock: Date.now, among };
      return among.length === 0 ? [] : refreshDueFeeds({ ...options, waits: false });
    },
    { isWorthStoring: (done) => done.some(hasNews) },
  );
  const failed = logFailures(reports);
  if (reports.some(hasNews)) await startAlerts(Date.now());
  const fetched = new Set(
    reports.filter(({ status }) => status !== 'not-reached').map(({ feed }) => feed),
  );
  const missed = new Set(wanted.filter((url) => !fetched.has(url)));
  await reportAgain(
    reported.filter(({ feedUrl }) => missed.has(feedUrl)),
    now,
  );
  await recordVain(
    reported.filter(({ feedUrl }) => !missed.has(feedUrl)),
    reports,
  );
  const added = reports.reduce((sum, report) => sum + report.new, 0);
  log('info', 'hub-feeds-asked', {
    asked: fetched.size,
    failed,
    new: added,
    postponed: missed.size,
  });
}

/** Another worker may have fetched such a feed before its news, or died while it held it. Never rejects. */
async function reportAgain(missed: readonly StoredSubscription[], now: number): Promise<void> {
  if (missed.length === 0) return;
  try {
    await Promise.all(missed.map(({ id }) => changeSubscription(id, { dueAtMs: now })));
    await queueEarlyRefresh(now + MINUTE_MS);
  } catch (error) {
    log('warn', 'hub-feeds-not-postponed', { reason: errorName(error) });
  }
}

/** Hubs whose notifications bring nothing cause fewer fetches. Never rejects. */
export async function recordVain(
  reported: readonly StoredSubscription[],
  reports: readonly FeedReport[],
): Promise<void> {
  const news = new Set(reports.filter(hasNews).map(({ feed }) => feed));
  const changed = reported.flatMap(({ id, feedUrl, vain: before }) => {
    const vain = news.has(feedUrl) ? 0 : before + 1;
    return vain === before ? [] : [changeSubscription(id, { vain })];
  });
  await Promise.all(changed).catch((error: unknown) => {
    log('warn', 'hub-news-not-recorded', { reason: errorName(error) });
  });
}
