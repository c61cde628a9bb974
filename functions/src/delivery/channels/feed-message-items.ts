import type { AlertItem } from '../../contract/index.ts';
import { alertItem } from './alert-item.ts';
import type { ChannelMessage } from './channel-message.ts';

/** The items that a message adds to a private feed. Matches that are only counted are one more item. */
export function feedMessageItems(
  { id, atMs, items, moreCount = 0 }: ChannelMessage,
  siteUrl: string,
): readonly AlertItem[] {
  if (moreCount === 0) return items;
  const counted = alertItem({
    id: `more ${id}`,
    title: `${moreCount.toLocaleString('en-US')} more new episode${moreCount === 1 ? '' : 's'}`,
    link: `${siteUrl}/alerts`,
    podcast: '',
    pubDateMs: atMs,
    excerpt: 'More episodes matched than fit here. See the matches of your alerts.',
    alerts: [],
  });
  return [...items, counted];
}
