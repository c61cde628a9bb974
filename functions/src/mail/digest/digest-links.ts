import type { MailConfig } from '../../platform/mail-config.ts';
import type { DigestLinks } from './digest-content.ts';
import { signUnsubscribe } from '../../unsubscribe/unsubscribe-token.ts';

/** Path of the unsubscribe endpoint below the site's address; `firebase.json` rewrites it. */
const UNSUBSCRIBE_PATH = '/api/unsubscribe';

type LinkSettings = Pick<MailConfig, 'from' | 'siteUrl' | 'unsubscribeKeys'>;

/** The links in a person's digests. Those to unsubscribe hold a token and work without signing in. */
export function digestLinks(
  uid: string,
  { from, siteUrl, unsubscribeKeys }: LinkSettings,
): DigestLinks {
  const unsubscribe = (alertId: string | null) =>
    `${siteUrl}${UNSUBSCRIBE_PATH}?token=${signUnsubscribe({ uid, alertId }, unsubscribeKeys)}`;
  return {
    siteName: from.name,
    manage: `${siteUrl}/alerts`,
    unsubscribeAll: unsubscribe(null),
    unsubscribeAlert: unsubscribe,
    // A comma would split the keyword in two; the search treats a space the same way.
    searchFor({ keyword, spoken = true }) {
      const query = encodeURIComponent(keyword.toWellFormed().replaceAll(',', ' '));
      return `${siteUrl}/?q=${query}${spoken ? '' : '&in=notes'}`;
    },
  };
}
