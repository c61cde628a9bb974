import { HOUR_MS } from '../../contract/index.ts';
import { countInFirestore } from '../../platform/clients/firestore-rate-limit.ts';
import type { MemberWork } from '../member-work.ts';
import { sharedSearchService } from '../../search/search-service.ts';
import { createAlertCounts } from './alert-counts.ts';

/** Enough for ten lists of 60 alerts. So many counts take about 80 seconds of CPU with 100,000 episodes. */
const COUNTS_AN_HOUR = 600;

const countAlerts = createAlertCounts({
  search: async (request, caller) => {
    const { response } = await sharedSearchService().search(request, caller);
    return response.trend ?? null;
  },
  async charge(address, counts) {
    const window = { limit: COUNTS_AN_HOUR, windowMs: HOUR_MS };
    const key = `alert counts at ${address}`;
    const [decision] = await countInFirestore(key, [counts], Date.now(), window);
    return decision?.allowed !== false;
  },
});

export const alertCounts: MemberWork<'alertCounts'> = async ({ uid, body, rawRequest }) => {
  const { callOf, followedBy } = sharedSearchService();
  const { client } = callOf(rawRequest, uid);
  return { counts: await countAlerts(body.alerts, { client, followed: await followedBy(uid) }) };
};
