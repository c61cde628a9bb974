import { log } from '../../platform/log.ts';
import type { MemberWork } from '../member-work.ts';
import { settleAlerts } from '../../accounts/firestore-confirmation.ts';

/** Keeps or deletes the alerts saved before the verification. `member` has already confirmed the address. */
export const confirmAddress: MemberWork<'confirmAddress'> = async ({ uid, body: { alerts } }) => {
  if (alerts === undefined) return {};
  await settleAlerts(uid, alerts);
  log('info', 'alerts-settled', { alerts });
  return {};
};
