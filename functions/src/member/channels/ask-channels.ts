import type { ChannelAlerts } from '../../delivery/channels/chosen-alerts.ts';
import {
  type Alert,
  type ChannelsRequest,
  isPausedAt,
  readAlert,
  type SearchRequest,
  type SearchResponse,
} from '../../contract/index.ts';
import { config, siteIdentity } from '../../platform/config.ts';
import { database } from '../../platform/firebase-admin.ts';
import { log } from '../../platform/log.ts';
import { firstItems } from './fill-feed.ts';
import { manageChannel } from './manage-channel.ts';

/** A search that counts against the person's allowance. Throws an `AppError` if the allowance is used up. */
type OwnSearch = (request: SearchRequest) => Promise<SearchResponse>;

/** Handles requests from the site and the API. Logs neither names, addresses nor secrets. */
export async function askChannels(uid: string, request: ChannelsRequest, search: OwnSearch) {
  const now = Date.now();
  const { url } = siteIdentity();
  const { answer, logged, refused } = await manageChannel(uid, request, {
    siteUrl: url,
    allowLoopback: config().FUNCTIONS_EMULATOR,
    firstItems: async (wanted) =>
      firstItems({
        alerts: await readAlerts(uid, wanted, now),
        search,
        siteUrl: url,
        nowMs: now,
      }),
    now,
  });
  log('info', 'channel-managed', { action: request.action, ...logged });
  return { answer, refused };
}

async function readAlerts(uid: string, wanted: ChannelAlerts, nowMs: number): Promise<Alert[]> {
  const stored = await (await database()).collection(`users/${uid}/alerts`).get();
  return stored.docs
    .filter(({ id }) => wanted === 'all' || wanted.includes(id))
    .flatMap((document) => readAlert(document.id, document.data()) ?? [])
    .filter((alert) => !isPausedAt(alert, nowMs));
}
