import type { MailConfig } from '../../platform/mail-config.ts';
import { asSearch } from '../../contract/index.ts';
import type { DigestLinks } from './digest-content.ts';
import { type ChangeGrant, signChange } from '../../unsubscribe/change-token.ts';
import { signUnsubscribe } from '../../unsubscribe/unsubscribe-token.ts';

/** Path of the unsubscribe endpoint below the site's address; `firebase.json` rewrites it. */
const UNSUBSCRIBE_PATH = '/api/unsubscribe';
/** A second path to the same function, for links that do not end anything. */
const CHANGE_PATH = '/api/change';

type LinkSettings = Pick<MailConfig, 'from' | 'siteUrl' | 'unsubscribeKeys'>;

/** The links in a person's digests. Those that stop or change mail hold a token and work without signing in. */
export function digestLinks(
  uid: string,
  { from, siteUrl, unsubscribeKeys }: LinkSettings,
): DigestLinks {
  const unsubscribe = (alertId: string | null) =>
    `${siteUrl}${UNSUBSCRIBE_PATH}?token=${signUnsubscribe({ uid, alertId }, unsubscribeKeys)}`;
  const change = (grant: ChangeGrant) =>
    `${siteUrl}${CHANGE_PATH}?token=${signChange(grant, unsubscribeKeys)}`;
  return {
    siteName: from.name,
    manage: `${siteUrl}/alerts`,
    unsubscribeAll: unsubscribe(null),
    unsubscribeAlert: unsubscribe,
    leaveOut: (alertId, term) => change({ kind: 'leave-out', uid, alertId, term }),
    weeklyInstead: (cadence) =>
      cadence === 'weekly' ? null : change({ kind: 'cadence', uid, to: 'weekly', from: cadence }),
    searchFor({ spoken = true, ...alert }) {
      const query = encodeURIComponent(asSearch(alert).toWellFormed());
      return `${siteUrl}/?q=${query}${spoken ? '' : '&in=notes'}`;
    },
  };
}
