import { HttpsError } from 'firebase-functions/v2/https';
import {
  alertFields,
  type AlertItem,
  type ChannelsRequest,
  channelsRequestSchema,
  MINUTE_MS,
  readAlert,
  searchResponseSchema,
} from '../contract/index.ts';
import { searchLink } from '../mail/digest/digest-links.ts';
import type { ClientSource } from '../platform/clients/client.ts';
import type { ChannelAlerts } from '../channels/firestore-channels.ts';
import { countInFirestore } from '../platform/clients/firestore-rate-limit.ts';
import { config, siteIdentity } from '../platform/config.ts';
import { database } from '../platform/firebase-admin.ts';
import { log } from '../platform/log.ts';
import { memberCall } from '../platform/member-call.ts';
import { secretsOf } from '../platform/secrets.ts';
import { requireAllowed } from '../search/limits/search-call.ts';
import { openSearchService, type SearchService } from '../search/search-service.ts';
import { firstItems } from './fill-feed.ts';
import { manageChannel } from './manage-channel.ts';

let service: SearchService | undefined;

/** Calls of a person, by what they ask for. */
const CALLS_A_MINUTE: Record<ChannelsRequest['action'], number> = {
  create: 20,
  change: 60,
  replace: 20,
  test: 6,
  resend: 20,
  delete: 60,
};

/** Private feeds, webhooks and chats of the caller. Logs neither names, addresses nor secrets. */
export const channels = memberCall(
  {
    memory: '1GiB', // the catalogue's copy, twice during a change: a new feed is filled from it
    timeoutSeconds: 60,
    concurrency: 20,
    secrets: secretsOf('catalogue'),
  },
  { signInTo: 'have channels' },
  async ({ uid, data, rawRequest }) => {
    const body = channelsRequestSchema.safeParse(data);
    if (!body.success) throw new HttpsError('invalid-argument', 'the body has other fields');
    const { action } = body.data;
    const now = Date.now();
    const window = { limit: CALLS_A_MINUTE[action], windowMs: MINUTE_MS };
    const [decision] = await countInFirestore(`channels ${action} ${uid}`, [1], now, window);
    if (decision?.allowed === false) {
      const { retryAfterMs } = decision;
      throw new HttpsError('resource-exhausted', 'too many calls', { retryAfterMs });
    }
    const { answer, logged, refused } = await manageChannel(uid, body.data, {
      siteUrl: siteIdentity().url,
      allowLoopback: config().FUNCTIONS_EMULATOR,
      firstItems: (alerts) => itemsFor(uid, alerts, rawRequest, now),
      now,
    });
    log('info', 'channel-managed', { action, ...logged });
    if (refused !== undefined) throw new HttpsError('failed-precondition', refused);
    return answer;
  },
);

/** Searches count as the person's own. */
async function itemsFor(
  uid: string,
  wanted: ChannelAlerts,
  rawRequest: ClientSource,
  nowMs: number,
): Promise<AlertItem[]> {
  const stored = await (await database()).collection(`users/${uid}/alerts`).get();
  const alerts = stored.docs
    .filter(({ id }) => wanted === 'all' || wanted.includes(id))
    .flatMap((document) => readAlert(document.id, document.data()) ?? [])
    .filter(({ paused }) => paused !== true);
  service ??= openSearchService();
  const { search, callOf, followedBy } = service;
  const { client, allow } = callOf(rawRequest, uid);
  const { url } = siteIdentity();
  return firstItems({
    alerts,
    search: async (request) => {
      requireAllowed(await allow(request.keywords));
      const { response } = await search(request, { client, followed: await followedBy(uid) });
      return searchResponseSchema.parse(JSON.parse(new TextDecoder().decode(response.json)));
    },
    searchFor: (alert) => searchLink(url, alertFields(alert)),
    nowMs,
  });
}
