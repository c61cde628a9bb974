import { type AlertItem, type ChannelKind, DAY_MS, MAX_FEED_ITEMS } from '../../contract/index.ts';
import { isLoopbackHost } from '../../feeds/fetch/public-host.ts';
import { config, siteIdentity } from '../../platform/config.ts';
import { retryAfterMs } from '../../platform/http/service-response.ts';
import { alertItem } from './alert-item.ts';
import type { ChannelMessage, ChannelOutcome, ChannelTarget } from './channel-message.ts';
import type { Answered, ChannelDriver } from './drivers/channel-driver.ts';
import { countUnread } from './count-unread.ts';
import { CHANNEL_DRIVERS } from './drivers/channel-drivers.ts';
import { storeFeedItems } from './firestore-feeds.ts';
import { type PostAnswer, postMessage } from './post-message.ts';
import { replaceAddress } from './replace-address.ts';
import { shortItem } from './short-item.ts';

export interface SendOptions {
  siteName: string;
  siteUrl: string;
  /** True under the emulators, where receivers may be local. */
  allowLoopback: boolean;
}

function defaultOptions(): SendOptions {
  const { name, url } = siteIdentity();
  return { siteName: name, siteUrl: url, allowLoopback: config().FUNCTIONS_EMULATOR };
}

/**
 * Makes one attempt to deliver a message with all of its items, which are cut if the message is too long. Returns
 * failures as outcomes; rejects only if Firestore, which stores feeds and keys, is unreachable.
 */
export async function sendToChannel(
  target: ChannelTarget,
  message: ChannelMessage,
  options: SendOptions = defaultOptions(),
): Promise<ChannelOutcome> {
  const startedAt = performance.now();
  const took = () => ({ tookMs: Math.round(performance.now() - startedAt) });
  if (target.kind === 'feed') {
    const items = feedMessageItems(message, options.siteUrl);
    const isThere = await storeFeedItems(target, items, Date.now());
    return isThere
      ? { kind: 'accepted', status: 200, ...took() }
      : { kind: 'gone', status: 410, ...took() };
  }
  const driver = CHANNEL_DRIVERS[target.kind];
  const url = target.url !== undefined && URL.canParse(target.url) ? new URL(target.url) : null;
  if (url === null) {
    const reason = 'This channel has no address. Delete it and add it again.';
    return { kind: 'unavailable', status: null, ...took(), retryAfterMs: null, reason };
  }
  const isLocal = options.allowLoopback && isLoopbackHost(url);
  const context = { siteName: options.siteName, secrets: target.secrets ?? [] };
  const items = shortItems(message, driver, options.siteName);
  const unread = target.kind === 'push' ? await countUnread(target.uid) : undefined;
  const post = async (to: URL) => {
    const counted = unread === undefined ? { ...message, items } : { ...message, items, unread };
    const written = driver.write(to, counted, context);
    const sealed = (await driver.seal?.(written, target)) ?? written;
    return postMessage(sealed, { allowPrivate: isLocal });
  };
  if (url.protocol !== 'https:' && !isLocal) {
    const reason = 'The address must begin with https://.';
    return { kind: 'unavailable', status: null, ...took(), retryAfterMs: null, reason };
  }
  let answer = await post(url);
  const moved = answer.kind === 'answered' ? driver.movedTo?.(url, answer) : null;
  if (moved) {
    await replaceAddress(target, moved.href);
    answer = await post(moved);
  }
  return { ...outcomeOf(answer, driver, Date.now()), ...took() };
}

function feedMessageItems(
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

/** Like `Omit`, but distributes over a union. */
type WithoutTime<Outcome> = Outcome extends unknown ? Omit<Outcome, 'tookMs'> : never;

function outcomeOf(
  answer: PostAnswer,
  driver: ChannelDriver,
  now: number,
): WithoutTime<ChannelOutcome> {
  if (answer.kind === 'unknown') return { kind: 'unknown', status: null, reason: answer.reason };
  if (answer.kind === 'unreachable') {
    return { kind: 'unavailable', status: null, retryAfterMs: null, reason: answer.reason };
  }
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'accepted', status };
  const reason = driver.reason?.(answer) ?? undefined;
  if (status === 410 || driver.isGone?.(answer) === true) return { kind: 'gone', status, reason };
  const retryAfterMs = waitOf(answer, driver, now);
  return { kind: 'unavailable', status, retryAfterMs, reason: reason ?? reasonOf(status) };
}

function waitOf(answer: Answered, driver: ChannelDriver, now: number): number | null {
  const inHeader = retryAfterMs(answer.headers['retry-after'], now, DAY_MS);
  const elsewhere = driver.waitMs?.(answer) ?? null;
  if (inHeader === null && elsewhere === null) return null;
  return Math.min(DAY_MS, Math.max(inHeader ?? 0, elsewhere ?? 0));
}

function reasonOf(status: number): string {
  if (status >= 300 && status < 400) {
    return `This address redirects to another one (${status}). Enter that one instead.`;
  }
  if (status === 429) return 'The service asked us to wait (429).';
  return `The service answered with error ${status}.`;
}

/** Number of leading items that fit in one message; at least 1 if there are any. */
export function countFittingItems(
  items: readonly AlertItem[],
  kind: ChannelKind,
  siteName: string,
): number {
  if (kind === 'feed') return Math.min(items.length, MAX_FEED_ITEMS);
  const driver = CHANNEL_DRIVERS[kind];
  let [fits, tooMany] = [Math.min(1, items.length), Math.min(items.length, driver.maxItems) + 1];
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2);
    if (sizeOf(items.slice(0, count), driver, siteName) <= driver.maxSize) fits = count;
    else tooMany = count;
  }
  return fits;
}

function shortItems(
  { items, isPlain }: Pick<ChannelMessage, 'items' | 'isPlain'>,
  driver: ChannelDriver,
  siteName: string,
): AlertItem[] {
  const size = (some: readonly AlertItem[]) => sizeOf(some, driver, siteName, isPlain);
  if (size(items) <= driver.maxSize) return [...items];
  const each = Math.floor(driver.maxSize / items.length);
  return items.map((item) => shortItem(item, each, (cut) => size([cut])));
}

function sizeOf(
  items: readonly AlertItem[],
  driver: ChannelDriver,
  siteName: string,
  isPlain?: true,
): number {
  const message = { id: '', atMs: 0, items, isPlain, moreCount: MEASURED_COUNT };
  const { body } = driver.write(MEASURED_URL, message, { siteName, secrets: [] });
  return driver.sizeOf?.(body) ?? Buffer.byteLength(body);
}

/** Placeholders for a message that is only measured. */
const MEASURED_COUNT = 99_999;
const MEASURED_URL = new URL('https://receiver.example/topic');
