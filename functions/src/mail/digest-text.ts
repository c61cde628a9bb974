import { splitHighlights } from '../contract/index.ts';
import type { DigestAlert, DigestEpisode, DigestLinks } from './digest-content.ts';
import { digestReason } from './digest-reason.ts';
import { episodesText } from './digest-subject.ts';
import type { FittedDigest } from './fit-digest.ts';
import { MAX_TITLE_LENGTH, oneLine } from './one-line.ts';
import { publishedText } from './published-text.ts';
import { webAddress } from './web-address.ts';

/** The digest as plain text: all that the HTML part says, with matches between asterisks. */
export function digestText(digest: FittedDigest, heading: string, links: DigestLinks): string {
  const alerts = digest.alerts.map((alert) => alertText(alert, links, digest.timeZone));
  const more =
    digest.moreAlerts > 0
      ? [`And news for ${digest.moreAlerts} more of your keywords: ${links.manage}`]
      : [];
  const footer = [
    '-- ',
    digestReason(digest.cadence, links.siteName),
    `Manage your alerts, or change when they come: ${links.manage}`,
    `Unsubscribe from all alert mails: ${links.unsubscribeAll}`,
  ].join('\n');
  return [heading, ...alerts, ...more, footer].join('\n\n\n').concat('\n');
}

function alertText(alert: DigestAlert, links: DigestLinks, timeZone: string): string {
  const count = alert.episodes.length + alert.moreCount;
  const title = `“${oneLine(alert.keyword, MAX_TITLE_LENGTH)}”: ${episodesText(count)}`;
  const more =
    alert.moreCount > 0
      ? [`+ ${alert.moreCount.toLocaleString('en-US')} more: ${links.searchFor(alert.keyword)}`]
      : [];
  return [
    `${title}\n${'='.repeat(title.length)}`,
    ...alert.episodes.map((episode) => episodeText(episode, timeZone)),
    ...more,
    `Pause this alert: ${links.unsubscribeAlert(alert.alertId)}`,
  ].join('\n\n');
}

function episodeText(
  { title, podcast, pubDateMs, excerpt, link }: DigestEpisode,
  timeZone: string,
) {
  const matched = splitHighlights(excerpt)
    .map(({ text, highlighted }) => (highlighted ? `*${text}*` : text))
    .join('');
  return [
    oneLine(title, MAX_TITLE_LENGTH),
    `${oneLine(podcast, MAX_TITLE_LENGTH)} · ${publishedText(pubDateMs, timeZone)}`,
    oneLine(matched, matched.length),
    webAddress(link) ?? '',
  ]
    .filter(Boolean)
    .join('\n');
}
