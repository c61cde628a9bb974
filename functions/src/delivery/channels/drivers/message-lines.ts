import { type AlertItem, webUrl } from '../../../contract/index.ts';
import { clockText } from '../../../platform/clock-text.ts';
import { oneLine } from '../../../platform/one-line.ts';
import type { ChannelMessage } from '../channel-message.ts';

/** The texts of an item for chats: single lines without control characters and direction marks. */
export interface ItemLines {
  title: string;
  /** http(s) address of the episode at its publisher, or else of its page here or its audio. */
  url: string | null;
  show: string;
  /** Text around the match; may be empty. */
  why: string;
  /** Link to the first quotation with a known time, labelled "At 12:34"; null if none. */
  moment: { label: string; url: string } | null;
}

const MAX_TITLE_LENGTH = 150;
const MAX_SHOW_LENGTH = 80;
const MAX_WHY_LENGTH = 300;
/** Longer addresses are left out, not cut. */
const MAX_URL_LENGTH = 1000;
const MAX_QUERIES = 3;
const MAX_QUERY_LENGTH = 60;

export function itemLines(item: AlertItem, scale = 1): ItemLines {
  const { title, url, authors, date_published, content_text, attachments = [] } = item;
  const [said] = item._earshot.said.filter(({ at_seconds }) => at_seconds !== null);
  const momentUrl = shownUrl(said?.url);
  const show = oneLine(authors[0]?.name ?? '', Math.round(MAX_SHOW_LENGTH * scale));
  const date = /^\d{4}-\d{2}-\d{2}/.exec(date_published)?.[0] ?? '';
  return {
    title: oneLine(title, Math.round(MAX_TITLE_LENGTH * scale)) || 'Untitled episode',
    url: shownUrl(url) ?? shownUrl(item._earshot.page) ?? shownUrl(attachments[0]?.url),
    show: [show, date].filter(Boolean).join(' · '),
    why: oneLine(content_text, Math.round(MAX_WHY_LENGTH * scale)),
    moment:
      momentUrl === null
        ? null
        : { label: `At ${clockText(Math.max(0, said?.at_seconds ?? 0) * 1000)}`, url: momentUrl },
  };
}

function moreText(count: number, siteName: string): string {
  const episodes = count === 1 ? '1 more new episode is' : `${count} more new episodes are`;
  return `${episodes} not in this message. See the alert’s matches on ${siteName}.`;
}

const PLAIN_REASON = 'The full message was refused here, so this one has only titles and links.';

export function headline(message: ChannelMessage, siteName: string): string {
  const { items, isPlain, isTest, moreCount = 0 } = message;
  if (isPlain === true) {
    const said = headline({ ...message, isPlain: undefined }, siteName);
    return `${said}${moreCount > 0 ? '' : '.'} ${PLAIN_REASON}`;
  }
  if (isTest === true) return `This is a test from ${siteName}. This channel works.`;
  if (moreCount > 0) {
    const sent = items.length > 0 ? `${headline({ id: '', atMs: 0, items }, siteName)}. ` : '';
    return `${sent}${moreText(moreCount, siteName)}`;
  }
  const queries = [...new Set(items.flatMap(({ tags }) => tags))];
  const named = queries
    .slice(0, MAX_QUERIES)
    .map((query) => `“${oneLine(query, MAX_QUERY_LENGTH)}”`);
  const more = queries.length > MAX_QUERIES ? ` and ${queries.length - MAX_QUERIES} more` : '';
  const episodes = items.length === 1 ? 'New episode' : `${items.length} new episodes`;
  return named.length === 0 ? episodes : `${episodes} for ${named.join(', ')}${more}`;
}

function shownUrl(address: string | undefined): string | null {
  const href = webUrl(address)?.href;
  return href !== undefined && href.length <= MAX_URL_LENGTH ? href : null;
}
