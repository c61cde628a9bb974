import { searchResponseSchema } from '../contract/index.ts';
import type { MemberWork } from '../platform/member-work.ts';
import { sharedSearchService } from '../search/search-service.ts';
import { createAlertTrends } from './alert-trends.ts';

const trendsOf = createAlertTrends({
  search: async (request, asker) => {
    const { response } = await sharedSearchService().search(request, asker);
    const answer: unknown = JSON.parse(new TextDecoder().decode(response.json));
    return searchResponseSchema.parse(answer).trend ?? null;
  },
});

/** Counts the mentions per day for some of the caller's alerts. */
export const alertTrends: MemberWork<'alertTrends'> = async ({ uid, body, rawRequest }) => {
  const { callOf, followedBy } = sharedSearchService();
  const { client } = callOf(rawRequest, uid);
  return { trends: await trendsOf(body.alerts, { client, followed: await followedBy(uid) }) };
};
