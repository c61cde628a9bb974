import type { AlertItem } from '../../contract/index.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { headline, itemLines } from './message-lines.ts';

/** Incoming webhooks (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). */
export const slack: ChannelDriver = {
  takes: ({ hostname, pathname }) =>
    hostname === 'hooks.slack.com' && /^\/services\/./.test(pathname),
  expected: 'Enter the address of an incoming webhook: https://hooks.slack.com/services/….',
  maxSize: 20_000,
  // Slack takes up to 50 blocks in a message.
  maxItems: 20,
  write: (url, message, { siteName }) => {
    const top = escaped(headline(message, siteName));
    const blocks = [section(top), ...message.items.map((item) => section(itemText(item)))];
    return { url, body: JSON.stringify({ text: top, blocks, unfurl_links: false }) };
  },
  isGone: ({ status, text }) =>
    status === 404 && /^(no_service|no_team|channel_not_found)/.test(text.trim()),
};

/** `verbatim`: Slack makes no links and mentions of its own in the text. */
function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
}

function itemText(item: AlertItem): string {
  const { title, url, show, why, moment } = itemLines(item);
  const lines = [
    url === null ? escaped(title) : link(url, title),
    escaped(show),
    escaped(why),
    moment === null ? '' : link(moment.url, moment.label),
  ];
  return lines.filter(Boolean).join('\n');
}

/** Slack has no escapes for bold, italic, struck text and code: their signs are replaced by similar characters. */
const LOOKALIKES: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' };

/** Makes links, mentions, dates, formatting, quotes and names of emoji plain text. */
function escaped(text: string): string {
  const plain = text
    .replaceAll(/[*_~`]/g, (sign) => LOOKALIKES[sign] ?? sign)
    .replace(/^\s*>+/, (signs) => '›'.repeat(signs.trim().length))
    .replaceAll(/:(?=[^\s:]*:)/g, '꞉');
  return bracketsEscaped(plain);
}

function bracketsEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A link as Slack writes it: `<address|text>`. */
function link(url: string, text: string): string {
  return `<${bracketsEscaped(url.replaceAll('|', '%7C'))}|${escaped(text.replaceAll('|', '¦'))}>`;
}
