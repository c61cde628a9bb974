import { config } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { localHosts, withPublicImages } from '../feeds/fetch/public-host.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import { RETENTION_MS } from '../catalogue/store/retention.ts';
import { webFetchers } from './fetchers.ts';
import type { RefreshSummary } from './refresh-catalogue.ts';
import type { FeedRefresh, FeedReport } from './refresh-feed.ts';

export function webRefresh(now: number) {
  const { FUNCTIONS_EMULATOR: emulated } = config();
  const { feeds, transcripts } = webFetchers(localHosts(emulated));
  const read: FeedRefresh['readFeed'] = (...fetched) => {
    const reading = readFeed(...fetched, now - RETENTION_MS);
    // The sample feeds have covers on this machine, which is not a public host.
    return emulated ? reading : withPublicImages(reading);
  };
  return { ...feeds, transcripts, readFeed: read };
}

export function logFailures(reports: readonly FeedReport[]): number {
  const failed = reports.filter((report) => report.status === 'failed');
  for (const report of failed) {
    log(report.code === 'unexpected' ? 'error' : 'warn', 'feed-failed', failureFields(report));
  }
  for (const { feed, isHidden } of reports.filter(({ isCut }) => isCut)) {
    log('warn', 'feed-cut', { host: hostName(feed, isHidden) });
  }
  return failed.length;
}

export function hasNews({ new: added, updated }: FeedReport): boolean {
  return added + updated > 0;
}

/** Warns from the size on at which only the operator's shows grow. */
export function logSize({ size }: Pick<RefreshSummary, 'size'>): void {
  const { episodes, bytes, growsUntil } = size;
  if (episodes < growsUntil.episodes && bytes < growsUntil.bytes) return;
  log('warn', 'catalogue-nears-limit', { episodes, bytes, growsUntil });
}

export function unreadFields(
  reports: readonly Pick<FeedReport, 'dropped' | 'unread'>[],
): Record<'dropped' | 'unread', Record<string, number>> {
  const sums: Record<'dropped' | 'unread', Record<string, number>> = { dropped: {}, unread: {} };
  for (const kind of ['dropped', 'unread'] as const) {
    for (const [reason, count] of reports.flatMap((report) => Object.entries(report[kind]))) {
      sums[kind][reason] = (sums[kind][reason] ?? 0) + count;
    }
  }
  return sums;
}

/** Hidden feeds are logged without a host, because private addresses contain a key, some even in the host. */
function hostName(feed: string, isHidden: boolean): string {
  if (isHidden) return 'for followers';
  return URL.canParse(feed) ? new URL(feed).host : 'file';
}

function failureFields({
  feed,
  isHidden,
  code,
  message,
  error,
}: FeedReport): Record<string, unknown> {
  const host = hostName(feed, isHidden);
  // For these failures, the message contains the error code.
  const reason = code === 'bad-certificate' || code === 'bad-http' ? { message } : {};
  return { host, code, ...reason, ...(error === undefined ? {} : { stack: framesOf(error) }) };
}

/** Returns the stack without the error's message, which may contain text of a feed. */
function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return [error.name, ...frames].join('\n');
}
