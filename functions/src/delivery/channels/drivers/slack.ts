import type { AlertItem } from '../../../contract/index.ts';
import type { ChannelMessage } from '../channel-message.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { headline, itemLines } from './message-lines.ts';

const SLACK_HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com'];
/** Hosts that reject Slack's format: Slack's other hosts, and chats with a format of their own. */
const OTHER_FORMS =
  /(^|\.)(slack(-gov)?\.com|discord(app)?\.com|logic\.azure\.com|powerplatform\.com)$/;

/**
 * Incoming webhooks (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). Mattermost,
 * Rocket.Chat and other servers accept the same format at their own addresses, but without blocks.
 */
export const slack: ChannelDriver = {
  accepts: ({ hostname, pathname }) =>
    SLACK_HOSTS.includes(hostname)
      ? /^\/services\/./.test(pathname)
      : pathname.length > 1 &&
        (!OTHER_FORMS.test(hostname) || /^\/api\/webhooks\/.*\/slack$/.test(pathname)),
  expected:
    'Enter the address of an incoming webhook: https://hooks.slack.com/services/…, or one of a chat that accepts Slack messages.',
  maxSize: 20_000,
  // Below Slack's maximum of 50 blocks: each item is one block, and so is the headline.
  maxItems: 20,
  write: (url, message, { siteName }) => {
    if (!SLACK_HOSTS.includes(url.hostname)) {
      return { url, body: JSON.stringify({ text: markdownText(message, siteName) }) };
    }
    const top = escaped(headline(message, siteName));
    const blocks = [section(top), ...message.items.map((item) => section(itemText(item)))];
    return { url, body: JSON.stringify({ text: top, blocks, unfurl_links: false }) };
  },
  isGone: ({ status, text }) =>
    status === 404 && /^(no_service|no_team|channel_not_found)/.test(text.trim()),
};

/** `verbatim` keeps Slack from detecting links and mentions in the text. */
function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
}

/** For chats that also parse Markdown. Word joiners and lookalikes neutralize mentions, tags, links and images. */
function markdownText(message: ChannelMessage, siteName: string): string {
  const plain = (text: string) =>
    escaped(text)
      .replaceAll('[', '［')
      .replaceAll(']', '］')
      .replaceAll('#', '＃')
      .replaceAll(/[@.:](?=\S)/g, '$&\u2060');
  const paragraphs = message.items.map((item) => {
    const { title, url, show, why, moment } = itemLines(item);
    const lines = [
      url === null ? plain(title) : `<${linkAddress(url)}|${plain(title.replaceAll('|', '¦'))}>`,
      plain(show),
      plain(why),
      moment === null ? '' : `<${linkAddress(moment.url)}|${plain(moment.label)}>`,
    ];
    return lines.filter(Boolean).join('\n');
  });
  return [plain(headline(message, siteName)), ...paragraphs].join('\n\n');
}

/** Brackets would end the address in chats that convert Slack's links to Markdown. */
function linkAddress(url: string): string {
  return url.replaceAll(/[|()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
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

/** Lookalikes replace the markers of bold, italic, strikethrough and code, because Slack cannot escape them. */
const LOOKALIKES: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' };

/** Neutralizes links, mentions, dates, formatting, quotes and emoji names. */
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

function link(url: string, text: string): string {
  return `<${bracketsEscaped(url.replaceAll('|', '%7C'))}|${escaped(text.replaceAll('|', '¦'))}>`;
}
