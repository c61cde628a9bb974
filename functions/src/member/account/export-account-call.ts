import { HttpsError } from 'firebase-functions/v2/https';
import { log } from '../../platform/log.ts';
import type { MemberWork } from '../member-work.ts';
import { exportAccount as exportAll } from './export-account.ts';

export const exportAccount: MemberWork<'exportAccount'> = async ({ uid }) => {
  const answer = await exportAll(uid, Date.now());
  if (!answer) throw new HttpsError('unauthenticated', 'this account does not exist any more');
  const { alerts, bookmarks, shows, channels, feedItems, deliveries, digests, truncated } = answer;
  log('info', 'account-exported', {
    alerts: alerts.length,
    bookmarks: bookmarks.length,
    shows: shows.length,
    channels: channels.length,
    feedItems: feedItems.length,
    deliveries: deliveries.length,
    digests: digests.length,
    truncated,
  });
  return answer;
};
