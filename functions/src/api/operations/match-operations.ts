import * as z from 'zod';
import { MAX_SECTION_EPISODES } from '../../alerts/plan/plan-digest.ts';
import {
  alertIdentity,
  type AlertItem,
  DAY_MS,
  MATCHES_KEPT_DAYS,
  queryOfAlert,
  type StoredMatch,
} from '../../contract/index.ts';
import { alertItem } from '../../delivery/channels/alert-item.ts';
import { slotOf } from '../../delivery/links/alert-identity.ts';
import { itemLinks } from '../../delivery/site-links.ts';
import { alertItems, alertSearch } from '../../search/alert-search.ts';
import type { MatchCursor } from '../alerts/alert-store.ts';
import { alertOf } from './alert-operations.ts';
import { operation } from './operation.ts';
import { matchSchema, slotSchema } from './shapes.ts';

const MAX_PAGE = 100;
/** Seconds, nanoseconds and id. Firestore refuses longer numbers. */
const CURSOR = /^\d{1,11}\.\d{1,9}\.[0-9a-f]{20}$/;

const countedSchema = z.object({
  alert: z.object({ id: slotSchema, query: z.string() }),
  found: z.iso.datetime(),
  count: z.int().describe('Matches of that day (UTC) that are too many to be listed.'),
});

export const listMatches = operation({
  id: 'listMatches',
  method: 'GET',
  path: '/matches',
  scope: 'read',
  summary: 'List what your alerts found',
  description: `Every match of the last ${MATCHES_KEPT_DAYS} days, sent or not, in the order in which they were found, the newest first. To poll: keep \`found\` of the first item and pass it as \`since\` next time; an item that you have seen has the same \`match\`.`,
  request: z.strictObject({
    alert: slotSchema.optional().describe('Only matches of this alert.'),
    since: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Only matches found at this time or later.'),
    cursor: z
      .string()
      .regex(CURSOR, { error: 'pass `next` of an answer' })
      .optional()
      .describe('`next` of the page before.'),
    limit: z.int().min(1).max(MAX_PAGE).default(20),
  }),
  answer: z.object({
    items: z.array(matchSchema).max(MAX_PAGE),
    counted: z.array(countedSchema).max(MAX_PAGE),
    next: z.string().nullable().describe('Cursor of the next page. Null on the last one.'),
  }),
  tool: {
    name: 'list_matches',
    description:
      'What all alerts of the person found, the newest first: each with why it matched, the second where it was said (page with ?t= and at_seconds plays from there) and when it was found. Use it for “what is new for me?” and for anything an alert found up to a year ago. Not for a topic without an alert: use search_episodes.',
    shorten: ({ items, counted, next }: Answer) => ({
      items: items.map((item) => ({
        ...shortItem(item),
        found: item._earshot.found,
        alert: item._earshot.alerts[0]?.query,
      })),
      ...(counted.length > 0 && { counted }),
      ...(next !== null && { next }),
    }),
  },
  async run({ alert: slot, since, cursor, limit }, caller) {
    const alert = slot === undefined ? undefined : await alertOf(caller, slot);
    const { matches, next } = await caller.alerts.matches({
      alertId: alert && alertIdentity(alert.id, alert.createdAtMs),
      sinceMs: since === undefined ? undefined : Date.parse(since),
      cursor: cursor === undefined ? undefined : readCursor(cursor),
      limit,
    });
    await caller.chargeReads(matches.length);
    const answer: Answer = {
      items: matches.flatMap((match) => itemOf(match, caller.siteUrl) ?? []),
      counted: matches.flatMap(({ count, foundAtMs, ...match }) =>
        count === undefined
          ? []
          : { alert: askedIn(match), found: new Date(foundAtMs).toISOString(), count },
      ),
      next: next === null ? null : `${next.seconds}.${next.nanoseconds}.${next.id}`,
    };
    return { answer };
  },
});

interface Answer {
  items: AlertItem[];
  counted: z.infer<typeof countedSchema>[];
  next: string | null;
}

function askedIn({ alert, query }: Pick<StoredMatch, 'alert' | 'query'>) {
  return { id: slotOf(alert), query: queryOfAlert(query) };
}

function itemOf(match: StoredMatch, siteUrl: string): AlertItem | null {
  const { id, query, episode, foundAtMs } = match;
  if (episode === undefined) return null;
  const item = alertItem({
    ...episode,
    ...itemLinks(siteUrl, query, episode),
    alerts: [{ ...askedIn(match), match: id }],
  });
  return { ...item, _earshot: { ...item._earshot, found: new Date(foundAtMs).toISOString() } };
}

function readCursor(cursor: string): MatchCursor {
  const [seconds, nanoseconds, id = ''] = cursor.split('.');
  return { seconds: Number(seconds), nanoseconds: Number(nanoseconds), id };
}

/** Omits content that the response repeats: the HTML, the reasons, which are in the text, and the requested alert. */
function shortItem({ id, url, title, content_text: text, ...item }: AlertItem) {
  const { date_published: published, authors, attachments = [], _earshot: more } = item;
  const said = more.said.map(({ at_seconds, text: words }) => ({ at_seconds, text: words }));
  return {
    id,
    title,
    show: authors[0]?.name ?? '',
    published,
    text,
    ...(url !== undefined && { url }),
    ...(more.page !== undefined && { page: more.page }),
    ...(attachments[0] && { audio: attachments[0].url }),
    ...(said.length > 0 && { said }),
  };
}

const MAX_DAYS = 30;
const USUAL_DAYS = 7;

export const recentMatches = operation({
  id: 'recentMatches',
  method: 'GET',
  path: '/alerts/{id}/matches',
  scope: 'read',
  summary: 'Recent matches of an alert',
  description:
    'Episodes that matched the alert in the last days, sent or not, in the form of feeds and webhooks (items of JSON Feed 1.1).',
  request: z.strictObject({
    id: slotSchema,
    days: z.int().min(1).max(MAX_DAYS).default(USUAL_DAYS),
  }),
  answer: z.object({
    total: z.int().describe('Counted up to 1000.'),
    items: z.array(matchSchema).max(MAX_SECTION_EPISODES).describe('The newest first.'),
  }),
  tool: {
    name: 'recent_matches',
    description:
      'What one alert of the person found in the last days (7 unless days says otherwise, 30 at most), with why it matched and the second where it was said. Use it for “what is new about …” when there is an alert for it; its id comes from list_alerts. page with ?t= and at_seconds plays the episode from there. Not for a topic without an alert: use search_episodes.',
    shorten: ({ total, items }: { total: number; items: AlertItem[] }) => ({
      total,
      items: items.map(shortItem),
    }),
  },
  async run({ id, days }, caller) {
    const alert = await alertOf(caller, id);
    const request = alertSearch(alert, caller.nowMs - days * DAY_MS);
    if (request === null) return { answer: { total: 0, items: [] } };
    const { episodes, total } = await caller.search(request);
    const items = episodes.slice(0, MAX_SECTION_EPISODES).map(alertItems(alert, caller.siteUrl));
    return { answer: { total, items } };
  },
});
