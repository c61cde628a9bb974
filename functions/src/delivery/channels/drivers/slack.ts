import type { AlertItem } from '../../../contract/index.ts';
import type { ChannelMessage } from '../channel-message.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { headline, itemLines } from './message-lines.ts';

const SLACK_HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com'];
/** Slack's other hosts, and those of chats whose webhooks take another form. */
const OTHER_FORMS =
  /(^|\.)(slack(-gov)?\.com|discord(app)?\.com|logic\.azure\.com|powerplatform\.com)$/;

/**
 * Incoming webhooks (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). Mattermost,
 * Rocket.Chat and other servers take their form at addresses of their own, without blocks.
 */
export const slack: ChannelDriver = {
  takes: ({ hostname, pathname }) =>
    SLACK_HOSTS.includes(hostname)
      ? /^\/services\/./.test(pathname)
      : pathname.length > 1 &&
        (!OTHER_FORMS.test(hostname) || /^\/api\/webhooks\/.*\/slack$/.test(pathname)),
  expected:
    'Enter the address of an incoming webhook: https://hooks.slack.com/services/…, or one of a chat that accepts Slack messages.',
  maxSize: 20_000,
  // Slack takes up to 50 blocks in a message.
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

/** `verbatim`: Slack makes no links and mentions of its own in the text. */
function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
}

/**
 * The message as one text. These chats read Markdown as well as Slack's links, so that word joiners and similar
 * signs keep mentions, tags, links and images of an episode's texts plain.
 */
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

/** Brackets would end the address where Slack's links are made Markdown's. */
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
