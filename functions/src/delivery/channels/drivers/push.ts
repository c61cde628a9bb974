import { createHash } from 'node:crypto';
import type { AlertItem } from '../../../contract/index.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { headline, itemLines } from './message-lines.ts';

/** How long the push service keeps a message for a browser that is closed, seconds. */
const KEPT_SECONDS = 3 * 86_400;

/**
 * A notification in a browser (RFC 8030). The address is the subscription's endpoint, at whichever service the
 * browser's maker runs; the web worker of the site reads the fields of the body.
 */
export const push: ChannelDriver = {
  accepts: () => true,
  expected: 'This browser gave no address for notifications. Reload the page and try again.',
  // 3,993 bytes are 4,096 when they are encrypted, which every service takes (RFC 8030, section 7.2).
  maxSize: 3900,
  maxItems: 20,
  write: (url, message, { siteName }) => {
    const { id, items, unread } = message;
    const [only, ...others] = items;
    const isSingle = only !== undefined && others.length === 0;
    // The message's own id contains the person's uid, so send only a hash.
    const tag = createHash('sha256').update(id).digest('hex').slice(0, 32);
    const body = {
      title: headline(message, siteName),
      body: items.map((item) => itemText(item, isSingle)).join('\n'),
      path: isSingle ? pathOf(only) : '/',
      // A repeated message replaces the one that is shown.
      tag,
      ...(unread !== undefined && { unread }),
    };
    const headers = { ttl: String(KEPT_SECONDS), topic: tag };
    return { url, body: JSON.stringify(body), headers };
  },
  seal: async (post, { keys }) => {
    if (keys === undefined) throw new Error('A subscription without keys');
    const { sealPush } = await import('../seal-push.ts');
    return sealPush(post, keys);
  },
  isGone: ({ status }) => isEnded(status),
  reason: ({ status }) => (isEnded(status) ? ENDED : null),
};

const ENDED =
  'The browser has ended its subscription, as it does when you sign out or block notifications. Add it again there.';

function isEnded(status: number): boolean {
  return status === 404 || status === 410;
}

function itemText(item: AlertItem, isSingle: boolean): string {
  const { title, show, why } = itemLines(item, isSingle ? 1 : 0.6);
  return isSingle ? [title, show, why].filter(Boolean).join('\n') : title;
}

/** The moment on the episode's page; the inbox if the episode has no page. Without the site's origin. */
function pathOf(item: AlertItem): string {
  const { page } = item._earshot;
  if (page === undefined || !URL.canParse(page)) return '/';
  const { pathname, search } = new URL(itemLines(item).moment?.url ?? page);
  return pathname + search;
}
