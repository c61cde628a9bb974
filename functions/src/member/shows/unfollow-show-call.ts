import { log } from '../../platform/log.ts';
import type { MemberWork } from '../member-work.ts';
import { unfollowShow as unfollow } from '../../accounts/firestore-shows.ts';

export const unfollowShow: MemberWork<'unfollowShow'> = async ({ uid, body }) => {
  log('info', 'show-unfollowed', { wasFollowed: await unfollow(uid, body.showId) });
  return {};
};
