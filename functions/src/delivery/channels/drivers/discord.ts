import * as z from 'zod';
import type { AlertItem } from '../../../contract/index.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { headline, itemLines } from './message-lines.ts';

const HOSTS = ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'];
const SUPPRESS_EMBEDS = 4;
const messageSchema = z.object({ content: z.string() });
const limitSchema = z.object({ retry_after: z.number().nonnegative() });

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discord: ChannelDriver = {
  accepts: ({ hostname, pathname }) =>
    HOSTS.includes(hostname) && /^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/.test(pathname),
  expected: 'Enter the address of a webhook: https://discord.com/api/webhooks/….',
  // In UTF-16 code units of `content`.
  maxSize: 2000,
  sizeOf: (body) => messageSchema.parse(JSON.parse(body)).content.length,
  maxItems: 10,
  write: (url, message, { siteName }) => {
    const scale = message.items.length > 1 ? 0.6 : 1;
    const top = escaped(headline(message, siteName));
    const content = [top, ...message.items.map((item) => itemText(item, scale))].join('\n\n');
    return {
      url,
      body: JSON.stringify({ content, flags: SUPPRESS_EMBEDS, allowed_mentions: { parse: [] } }),
    };
  },
  // Discord's error code 10015 means “unknown webhook”.
  isGone: ({ status, text }) => status === 404 && /"code":\s*10015\b/.test(text),
  waitMs: ({ status, text }) => {
    if (status !== 429) return null;
    const limit = limitSchema.safeParse(parseJson(text));
    return limit.success ? Math.ceil(limit.data.retry_after * 1000) : null;
  },
};

function itemText(item: AlertItem, scale: number): string {
  const { title, url, show, why, moment } = itemLines(item, scale);
  const lines = [
    `**${escaped(title)}**`,
    escaped(show),
    why === '' ? '' : `> ${escaped(why)}`,
    // An address cannot contain angle brackets, because `URL` encodes them.
    url === null ? '' : `<${url}>`,
    moment === null ? '' : `${moment.label}: <${moment.url}>`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** Escapes all punctuation, which neutralizes Markdown, mentions (`@`, `<@1>`), links and invitations. */
function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
