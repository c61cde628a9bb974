import { log } from '../../platform/log.ts';
import type { MemberWork } from '../../platform/member-work.ts';
import { settleAlerts } from '../../accounts/firestore-confirmation.ts';

/** Settles the alerts that were saved before the verification, which `member` itself has noticed by now. */
export const confirmAddress: MemberWork<'confirmAddress'> = async ({ uid, body: { alerts } }) => {
  if (alerts === undefined) return {};
  await settleAlerts(uid, alerts);
  log('info', 'alerts-settled', { alerts });
  return {};
};
