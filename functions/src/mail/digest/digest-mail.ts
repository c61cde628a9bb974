import type { DigestContent, DigestLinks } from './digest-content.ts';
import {
  digestPreheader,
  digestReason,
  digestRhythm,
  digestSubject,
  alsoUnderText,
  episodesText,
  inFullText,
  moreText,
  passingText,
  subjectParts,
} from './digest-subject.ts';
import { fitDigest } from './fit-digest.ts';
import {
  type ShownAlert,
  shownDigest,
  type ShownDigest,
  type ShownEpisode,
  type ShownLine,
  type ShownOther,
} from './shown-digest.ts';
import type { TextPart } from '../../contract/index.ts';

/** Limit of "Not this show" links per alert in the text part; the HTML part has one for every show. */
const MOST_SHOWS = 2;
const MAX_RULE_LENGTH = 60;

/** Plain text; matches stand between asterisks. */
function digestText(digest: ShownDigest, heading: string, links: DigestLinks): string {
  const top = [heading, `${digestRhythm(digest.cadence)}. Unsubscribe: ${links.unsubscribeAll}`];
  const others = digest.others.length > 0 ? [othersText(digest.others)] : [];
  const more =
    digest.moreAlerts > 0
      ? [`New episodes for ${digest.moreAlerts} more of your keywords: ${links.manage}`]
      : [];
  const weekly = links.weeklyInstead(digest.cadence);
  const footer = [
    '-- ',
    digestReason(digest.cadence, links.siteName),
    ...(weekly === null ? [] : [`Get one email a week instead: ${weekly}`]),
    `Manage your alerts or change how often you get them: ${links.manage}`,
    `Unsubscribe from all alerts: ${links.unsubscribeAll}`,
  ];
  return [top.join('\n'), ...digest.alerts.map(alertText), ...others, ...more, footer.join('\n')]
    .join('\n\n\n')
    .concat('\n');
}

function alertText(alert: ShownAlert): string {
  const { name, beside, episodes, passing, moreCount, moreLink, pauseLink } = alert;
  const title = `“${name}”: ${episodesText(episodes.length + passing.length + moreCount)}`;
  const more = moreCount > 0 ? [[moreText(alert), moreLink].filter(Boolean).join(': ')] : [];
  return [
    [underlined(title), ...(beside === null ? [] : [beside])].join('\n'),
    ...episodes.map(episodeText),
    ...(passing.length > 0
      ? [[`${passingText(alert)}:`, ...passing.map(lineText)].join('\n')]
      : []),
    ...more,
    [`Pause this alert: ${pauseLink}`, ...lessText(alert)].join('\n'),
  ].join('\n\n');
}

function lineText({ title, podcast, link }: ShownLine): string {
  return [`- ${title} (${podcast})`, link].filter(Boolean).join('\n  ');
}

function lessText({ notWord, episodes }: ShownAlert): string[] {
  const shows = episodes.flatMap(({ podcast, notShowLink }) =>
    notShowLink === null ? [] : [`Not ${podcast.map(({ text }) => text).join('')}: ${notShowLink}`],
  );
  const word = notWord === null ? [] : [`Not “${notWord.word}”: ${notWord.link}`];
  return [...word, ...shows.slice(0, MOST_SHOWS)];
}

function othersText(others: readonly ShownOther[]): string {
  const lines = others.map(({ name, count, link, newest }) =>
    [[`“${name}”: ${episodesText(count)}`, link].filter(Boolean).join(', '), newest ?? '']
      .filter(Boolean)
      .join('\n  '),
  );
  return `${underlined('Also new')}\n\n${lines.join('\n')}`;
}

function underlined(heading: string): string {
  return `${heading}\n${'-'.repeat(Math.min(heading.length, MAX_RULE_LENGTH))}`;
}

function episodeText(episode: ShownEpisode): string {
  const { title, podcast, published, alsoIn, reasons, excerpt, link, inFullUnder } = episode;
  if (inFullUnder !== null) return `${marked(title)}\n${inFullText(inFullUnder)}`;
  return [
    marked(title),
    `${marked(podcast)} · ${published}`,
    alsoUnderText(episode) ?? '',
    alsoIn ?? '',
    ...reasons.map(({ label, parts }) => label + marked(parts)),
    marked(excerpt),
    link ?? '',
  ]
    .filter(Boolean)
    .join('\n');
}

function marked(parts: readonly TextPart[]): string {
  return parts.map(({ text, highlighted }) => (highlighted ? `*${text}*` : text)).join('');
}

/** HTML and text have the same content. A mail that is too large is shortened: see `fitDigest`. */
export async function renderDigestMail(
  content: DigestContent,
  links: DigestLinks,
): Promise<{ subject: string; html: string; text: string }> {
  // Lazy import: React takes 40 ms to load.
  const { digestHtml } = await import('./html/digest-html.tsx');
  const heading = subjectParts(content);
  const subject = digestSubject(content);
  const preheader = digestPreheader(content);
  return fitDigest((limits) => {
    const digest = shownDigest(content, limits, links);
    return {
      subject,
      html: digestHtml({ digest, subject, heading, preheader, links }),
      text: digestText(digest, subject, links),
    };
  });
}
