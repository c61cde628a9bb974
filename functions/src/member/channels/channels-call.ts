import { HttpsError } from 'firebase-functions/v2/https';
import type { MemberWork } from '../member-work.ts';
import { requireAllowed } from '../../search/limits/search-allowance.ts';
import { sharedSearchService } from '../../search/search-service.ts';
import { askChannels } from './ask-channels.ts';

export const channels: MemberWork<'channels'> = async ({ uid, body, rawRequest }) => {
  const { answer, refused } = await askChannels(uid, body, async (request) => {
    const { search, callOf, followedBy } = sharedSearchService();
    const { client, allow } = callOf(rawRequest, uid);
    requireAllowed(await allow(request.keywords));
    return (await search(request, { client, followed: await followedBy(uid) })).response;
  });
  if (refused !== undefined) throw new HttpsError('failed-precondition', refused);
  return answer;
};
