import * as z from 'zod';
import type { AlertItem } from '../../../contract/index.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import type { Answered, ChannelDriver } from './channel-driver.ts';
import { headline, itemLines } from './message-lines.ts';

const METHOD = /^\/bot\d{3,20}:[\w-]{30,64}\/sendMessage$/;
/** The id of a person, a group (negative) or a channel, or the public name of a channel or a group. */
const CHAT = /^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/;
const TOPIC = /^\d{1,10}$/;

/** https://core.telegram.org/bots/api#making-requests */
const refusalSchema = z.object({
  ok: z.literal(false),
  description: z.string().catch(''),
  parameters: z
    .object({
      retry_after: z.number().nonnegative().optional().catch(undefined),
      migrate_to_chat_id: z.int().optional().catch(undefined),
    })
    .catch({}),
});

/** Errors 400 about the chat; the others are about the message. */
const CHAT_LOST =
  /chat not found|rights|forbidden|deactivated|was deleted|thread not found|topic_|peer_id_invalid/i;

/** The Bot API. The address contains the bot's token and, in its query, the chat. */
export const telegram: ChannelDriver = {
  accepts: ({ hostname, pathname, searchParams }) =>
    hostname === 'api.telegram.org' && METHOD.test(pathname) && isChat(searchParams),
  expected: 'Enter the token that BotFather gave you, and the id of a chat.',
  // In UTF-16 code units of `text`.
  maxSize: 4096,
  sizeOf: (body) => z.object({ text: z.string() }).parse(JSON.parse(body)).text.length,
  maxItems: 10,
  write: (url, message, { siteName }) => {
    const scale = message.items.length > 1 ? 0.6 : 1;
    const { text, entities } = joined([
      [inert(headline(message, siteName))],
      ...message.items.map((item) => itemParts(item, scale)),
    ]);
    const method = new URL(url);
    method.search = '';
    const topic = url.searchParams.get('message_thread_id');
    const body = {
      chat_id: url.searchParams.get('chat_id'),
      ...(topic !== null && { message_thread_id: Number(topic) }),
      text,
      entities,
      link_preview_options: { is_disabled: true },
    };
    return { url: method, body: JSON.stringify(body) };
  },
  isGone: (answer) => goneReason(answer) !== null,
  reason: goneReason,
  waitMs: (answer) => {
    const seconds = answer.status === 429 ? refusal(answer)?.parameters.retry_after : undefined;
    return seconds === undefined ? null : Math.ceil(seconds * 1000);
  },
  movedTo: (url, answer) => {
    const chat = answer.status === 400 ? refusal(answer)?.parameters.migrate_to_chat_id : undefined;
    if (chat === undefined) return null;
    const moved = new URL(url);
    moved.searchParams.set('chat_id', String(chat));
    return moved;
  },
};

function isChat(query: URLSearchParams): boolean {
  const {
    chat_id: chat = '',
    message_thread_id: topic = '1',
    ...others
  } = Object.fromEntries(query);
  return CHAT.test(chat) && TOPIC.test(topic) && Object.keys(others).length === 0;
}

function refusal({ text }: Answered) {
  return refusalSchema.safeParse(parseJson(text)).data;
}

/** The sentence for the owner if only the owner can make the bot write to the chat again. */
function goneReason(answer: Answered): string | null {
  const refused = refusal(answer);
  if (refused === undefined || refused.parameters.migrate_to_chat_id !== undefined) return null;
  const { description } = refused;
  switch (answer.status) {
    case 401:
      return 'Telegram does not accept the bot’s token any more. Add the channel again with a new one.';
    case 403:
      return /blocked/.test(description)
        ? 'You blocked the bot in Telegram. Unblock it, then switch this channel on.'
        : 'Telegram does not let the bot write to this chat. Open the bot and press Start, or add it to the group.';
    case 400:
      return CHAT_LOST.test(description)
        ? 'Telegram says that the bot has no such chat, or may not write to it. Open the bot and press Start, or add it to the group.'
        : null;
    default:
      return null;
  }
}

/** A text, and the address that it links to. */
type Part = string | { text: string; url: string };

function itemParts(item: AlertItem, scale: number): Part[] {
  const { title, url, show, why, moment } = itemLines(item, scale);
  const lines: Part[] = [
    url === null ? inert(title) : { text: inert(title), url },
    inert(show),
    inert(why),
    moment === null ? '' : { text: moment.label, url: moment.url },
  ];
  return lines.filter((line) => line !== '');
}

/** Entities need no escapes, so that no text can be taken for formatting. Offsets are UTF-16 code units. */
function joined(paragraphs: readonly Part[][]) {
  let text = '';
  const entities: { type: 'text_link'; offset: number; length: number; url: string }[] = [];
  for (const [at, parts] of paragraphs.entries()) {
    if (at > 0) text += '\n';
    for (const part of parts) {
      if (text !== '') text += '\n';
      if (typeof part === 'string') text += part;
      else {
        const { length } = part.text;
        entities.push({ type: 'text_link', offset: text.length, length, url: part.url });
        text += part.text;
      }
    }
  }
  return { text, entities };
}

/** Word joiners keep Telegram from finding mentions, tags, commands and addresses in a text. */
function inert(text: string): string {
  return text.replaceAll(/[@#$/.:](?=[\p{L}\p{N}_/])/gu, '$&\u2060');
}
