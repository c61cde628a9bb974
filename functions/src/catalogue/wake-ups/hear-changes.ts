import type { FeedFetch } from '../../feeds/feed-model.ts';
import { log } from '../../platform/log.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import { type ChannelReport, isSilent } from '../store/wake-ups.ts';
import { readChangeList } from './read-change-list.ts';

/**
 * Makes the feeds due that a list of changes names since the last reading. Safe to repeat and to be killed:
 * the position is stored last.
 */
export async function hearChangeList(
  catalogue: WritableCatalogue,
  newest: string,
  fetchPage: (url: string) => Promise<FeedFetch>,
  now: number,
): Promise<void> {
  const known = (await catalogue.channels(now)).find(({ channel }) => channel === 'change-list');
  const since = known?.position ?? null;
  const { urls, position, isComplete, failure } = await readChangeList(newest, since, fetchPage);
  const woken = await catalogue.wakeFeeds({ channel: 'change-list', urls, now });
  await catalogue.recordChannel(
    'change-list',
    { position: position ?? since, leaseUntilMs: 0, failure },
    now,
  );
  const counts = { announced: urls.length, woken, isComplete };
  log(failure === null ? 'info' : 'warn', 'change-list-read', { ...counts, failure });
}

/** Warns of every channel that has brought nothing for a day: a channel that has stopped looks like a calm one. */
export function warnOfSilence(channels: readonly ChannelReport[], now: number): void {
  for (const report of channels.filter((each) => isSilent(each, now))) {
    const { channel, announced, woken, failure } = report;
    log('warn', 'channel-silent', { channel, announced, woken, failure });
  }
}
