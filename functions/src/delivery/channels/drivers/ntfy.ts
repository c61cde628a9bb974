import type { AlertItem } from '../../../contract/index.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { headline, itemLines } from './message-lines.ts';

/** Path of a topic: `/topic`, or `/path/topic` on a server below a path. */
const TOPIC = /^(\/.*)?\/([\w-]{1,64})\/?$/;

/**
 * ntfy (https://docs.ntfy.sh/publish/#publish-as-json): JSON is posted to the server itself, not to the
 * topic, because titles in headers hold no Unicode. ntfy would turn a message of more than 4 096 bytes into a
 * file.
 */
export const ntfy: ChannelDriver = {
  takes: ({ pathname }) => TOPIC.test(pathname),
  expected: 'Enter the address of a topic: https://ntfy.sh/your-topic.',
  maxSize: 4000,
  maxItems: 10,
  write: (url, message, { siteName }) => {
    const [, path = '', topic = ''] = TOPIC.exec(url.pathname) ?? [];
    const server = new URL(url);
    server.pathname = `${path}/`;
    const [only, ...others] = message.items;
    const single = only !== undefined && others.length === 0 ? itemLines(only) : null;
    const title = headline(message, siteName);
    const body = {
      topic,
      title,
      tags: ['headphones'],
      // ntfy writes "triggered" where there is no text.
      message: message.items.map((item) => itemText(item, single !== null)).join('\n\n') || title,
      ...(single?.url && { click: single.url }),
    };
    return { url: server, body: JSON.stringify(body) };
  },
};

function itemText(item: AlertItem, isSingle: boolean): string {
  const { title, url, show, why, moment } = itemLines(item, isSingle ? 1 : 0.6);
  const address = isSingle ? null : url;
  return [title, show, why, address, moment && `${moment.label}: ${moment.url}`]
    .filter(Boolean)
    .join('\n');
}
