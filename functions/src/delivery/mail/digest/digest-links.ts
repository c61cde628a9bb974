import { PAUSE_DAYS } from '../../../contract/index.ts';
import type { MailConfig, SiteIdentity } from '../../../platform/mail-config.ts';
import type { DigestLinks } from './digest-content.ts';
import { type LinkGrant, signLink } from '../../links/link-token.ts';
import { saidOf } from '../../links/said-alert.ts';
import { episodeLink, searchLink } from '../../site-links.ts';

/** Path of links that stop mail. `firebase.json` rewrites it and {@link CHANGE_PATH} to one function. */
const UNSUBSCRIBE_PATH = '/api/unsubscribe';
const CHANGE_PATH = '/api/change';

type LinkSettings = Pick<MailConfig, 'from' | 'siteUrl' | 'unsubscribeKeys'>;

/**
 * Links that stop or change mail contain a signed token and need no sign-in. `oneClick` is for the header only,
 * because a bare POST to it stops all mail.
 */
export function digestLinks(
  uid: string,
  { from, siteUrl, unsubscribeKeys }: LinkSettings,
): DigestLinks & { oneClick: string } {
  const link = (path: string, grant: LinkGrant) =>
    `${siteUrl}${path}?token=${signLink(grant, unsubscribeKeys)}`;
  return {
    siteName: from.name,
    manage: `${siteUrl}/alerts`,
    oneClick: link(UNSUBSCRIBE_PATH, { kind: 'one-click', uid }),
    unsubscribeAll: link(UNSUBSCRIBE_PATH, { kind: 'stop-all', uid }),
    unsubscribeAlert(alert) {
      const { alertId } = alert;
      return link(UNSUBSCRIBE_PATH, { kind: 'stop-alert', uid, alertId, said: saidOf(alert) });
    },
    pauseAlert(alert) {
      const { alertId } = alert;
      const said = saidOf(alert);
      return link(CHANGE_PATH, { kind: 'pause-alert', uid, alertId, days: PAUSE_DAYS, said });
    },
    exclude(alert, term) {
      const { alertId } = alert;
      return link(CHANGE_PATH, { kind: 'exclude', uid, alertId, term, said: saidOf(alert) });
    },
    weeklyInstead: (cadence) =>
      cadence === 'weekly'
        ? null
        : link(CHANGE_PATH, { kind: 'cadence', uid, to: 'weekly', from: cadence }),
    searchFor: (alert) => searchLink(siteUrl, alert),
    pageOf: (episode, atMs) => episodeLink(siteUrl, episode, atMs),
  };
}

/** Returns links without tokens: in a preview, links that would stop or change mail lead to the list of alerts. */
export function previewLinks({ name, url }: SiteIdentity): DigestLinks {
  const manage = `${url}/alerts`;
  return {
    siteName: name,
    manage,
    unsubscribeAll: manage,
    unsubscribeAlert: () => manage,
    pauseAlert: () => manage,
    exclude: () => manage,
    weeklyInstead: (cadence) => (cadence === 'weekly' ? null : manage),
    searchFor: (alert) => searchLink(url, alert),
    pageOf: (episode, atMs) => episodeLink(url, episode, atMs),
  };
}
