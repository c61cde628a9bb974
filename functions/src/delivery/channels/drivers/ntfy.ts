import type { AlertItem } from '../../../contract/index.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { headline, itemLines } from './message-lines.ts';

/** `/topic`, or `/path/topic` if the server runs below a path. */
const TOPIC = /^(\/.*)?\/([\w-]{1,64})\/?$/;

/**
 * Posts JSON to the server rather than to the topic, because titles in headers cannot contain Unicode:
 * https://docs.ntfy.sh/publish/#publish-as-json. ntfy turns a message of more than 4,096 bytes into a file.
 */
export const ntfy: ChannelDriver = {
  accepts: ({ pathname }) => TOPIC.test(pathname),
  expected: 'Enter the address of a topic: https://ntfy.sh/your-topic.',
  maxSize: 4000,
  maxItems: 10,
  write: (url, message, { siteName }) => {
    const [, path = '', topic = ''] = TOPIC.exec(url.pathname) ?? [];
    const server = new URL(url);
    server.pathname = `${path}/`;
    const [only, ...others] = message.items;
    const single = only !== undefined && others.length === 0 ? itemLines(only) : null;
    // Without a page, the moment is only a search.
    const click = (only?._earshot.page && single?.moment?.url) ?? single?.url;
    const title = headline(message, siteName);
    const body = {
      topic,
      title,
      tags: ['headphones'],
      // ntfy shows "triggered" for an empty message.
      message:
        message.items
          .map((item) => itemText(item, single === null ? 0.6 : 1, click))
          .join('\n\n') || title,
      ...(click && { click }),
    };
    return { url: server, body: JSON.stringify(body) };
  },
};

function itemText(item: AlertItem, scale: number, click: string | null | undefined): string {
  const { title, url, show, why, moment } = itemLines(item, scale);
  const address = url === click ? null : url;
  return [title, show, why, address, moment && `${moment.label}: ${moment.url}`]
    .filter(Boolean)
    .join('\n');
}
