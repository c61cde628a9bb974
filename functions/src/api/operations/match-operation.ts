import * as z from 'zod';
import {
  alertIdentity,
  type AlertItem,
  MATCHES_KEPT_DAYS,
  queryOfAlert,
  type StoredMatch,
} from '../../contract/index.ts';
import { alertItem } from '../../delivery/channels/alert-item.ts';
import { slotOf } from '../../delivery/links/alert-identity.ts';
import { itemLinks } from '../../delivery/site-links.ts';
import type { MatchCursor } from '../alerts/alert-store.ts';
import { alertOf, shortItem } from './alert-operations.ts';
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
