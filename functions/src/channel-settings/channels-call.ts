import { HttpsError } from 'firebase-functions/v2/https';
import { alertFields, type AlertItem, readAlert, searchResponseSchema } from '../contract/index.ts';
import { searchLink } from '../mail/digest/digest-links.ts';
import type { ClientSource } from '../platform/clients/client.ts';
import type { ChannelAlerts } from '../channels/firestore-channels.ts';
import { config, siteIdentity } from '../platform/config.ts';
import { database } from '../platform/firebase-admin.ts';
import { log } from '../platform/log.ts';
import type { MemberWork } from '../platform/member-work.ts';
import { requireAllowed } from '../search/limits/search-call.ts';
import { sharedSearchService } from '../search/search-service.ts';
import { firstItems } from './fill-feed.ts';
import { manageChannel } from './manage-channel.ts';

/** Private feeds, webhooks and chats of the caller. Logs neither names, addresses nor secrets. */
export const channels: MemberWork<'channels'> = async ({ uid, body, rawRequest }) => {
  const now = Date.now();
  const { answer, logged, refused } = await manageChannel(uid, body, {
    siteUrl: siteIdentity().url,
    allowLoopback: config().FUNCTIONS_EMULATOR,
    firstItems: (alerts) => itemsFor(uid, alerts, rawRequest, now),
    now,
  });
  log('info', 'channel-managed', { action: body.action, ...logged });
  if (refused !== undefined) throw new HttpsError('failed-precondition', refused);
  return answer;
};

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
  const { search, callOf, followedBy } = sharedSearchService();
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
