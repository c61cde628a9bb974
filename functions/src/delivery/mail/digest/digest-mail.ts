import type { DigestContent, DigestLinks } from './digest-content.ts';
import {
  digestPreheader,
  digestReason,
  digestSubject,
  alsoUnderText,
  episodesText,
  headingParts,
  isOneLineEach,
  lineText,
  listHeading,
  moreText,
  passingText,
  PLAIN_REASON,
} from './digest-subject.ts';
import { type DigestLimits, fitDigest } from './fit-digest.ts';
import {
  type ShownAlert,
  shownDigest,
  type ShownDigest,
  type ShownEpisode,
} from './shown-digest.ts';
import type { ShownLine, ShownRow } from './shown-line.ts';
import type { TextPart } from '../../../contract/index.ts';
import { newAtOnceText } from '../../new-at-once-text.ts';

const MAX_RULE_LENGTH = 60;

/** Matches are between asterisks. Only the HTML part has links that pause or change an alert. */
function digestText(digest: ShownDigest, heading: string[], links: DigestLinks): string {
  const { alerts, lines } = digest;
  const listTop = alerts.length > 0 && lines.length > 0 ? [underlined(listHeading(lines))] : [];
  const list =
    lines.length > 0
      ? [[...listTop, ...lines.map(textOfLine)].join(isOneLineEach(lines) ? '\n' : '\n\n')]
      : [];
  const flooding = digest.flooding.map(({ name, newAtOnce, link }) =>
    [`${name} ${newAtOnceText(newAtOnce)}`, link].filter(Boolean).join('\n'),
  );
  const more =
    digest.moreAlerts > 0
      ? [`New episodes for ${digest.moreAlerts} more of your keywords: ${links.manage}`]
      : [];
  const weekly = links.weeklyInstead(digest.cadence);
  const footer = [
    '-- ',
    digestReason(digest.cadence, links.siteName),
    ...(weekly === null ? [] : [`Get one email a week instead: ${weekly}`]),
    `Manage your alerts, pause them or change how often you get them: ${links.manage}`,
    `Unsubscribe from all alerts: ${links.unsubscribeAll}`,
  ];
  const sections = [...alerts.map(alertText), ...list, ...flooding, ...more];
  return [...heading, ...sections, footer.join('\n')].join('\n\n\n').concat('\n');
}

function alertText(alert: ShownAlert): string {
  const { name, beside, episodes, passing, moreCount, moreLink } = alert;
  const title = `“${name}”: ${episodesText(episodes.length + passing.length + moreCount)}`;
  const more = moreCount > 0 ? [[moreText(alert), moreLink].filter(Boolean).join(': ')] : [];
  return [
    [underlined(title), ...(beside === null ? [] : [beside])].join('\n'),
    ...episodes.map((episode) => episodeText(episode, moreLink)),
    ...(passing.length > 0
      ? [[`${passingText(alert)}:`, ...passing.map(passingRowText)].join('\n')]
      : []),
    ...more,
  ].join('\n\n');
}

function passingRowText(row: ShownRow): string {
  return [`- ${titleText(row)}`, row.also, row.link, listenText(row)].filter(Boolean).join('\n  ');
}

function textOfLine(line: ShownLine): string {
  const { name, rows, textLink } = line;
  const [first, ...others] = rows;
  const rest = [lineText(line), textLink].filter(Boolean).join(': ');
  if (first === undefined) return `“${name}”: ${rest}`;
  const about = (row: ShownRow) => [marked(row.around), row.also, row.link, listenText(row)];
  return [
    `“${name}”: ${titleText(first)}`,
    ...about(first),
    ...others.flatMap((row) => [`- ${titleText(row)}`, ...about(row)]),
    rest,
  ]
    .filter(Boolean)
    .join('\n  ');
}

function titleText({ title, podcast, published }: ShownRow): string {
  const facts = [podcast, published].filter(Boolean).join(', ');
  return facts === '' ? title : `${title} (${facts})`;
}

function listenText({ listen }: Pick<ShownRow, 'listen'>): string | null {
  return listen && `${listen.label}: ${listen.url}`;
}

function underlined(heading: string): string {
  return `${heading}\n${'-'.repeat(Math.min(heading.length, MAX_RULE_LENGTH))}`;
}

function episodeText(episode: ShownEpisode, search: string | null): string {
  const { title, podcast, published, alsoIn, reasons, excerpt, link } = episode;
  const listen = listenText(episode);
  return [
    marked(title),
    `${marked(podcast)} · ${published}`,
    alsoUnderText(episode) ?? '',
    alsoIn ?? '',
    ...reasons.map(({ label, parts }) => label + marked(parts)),
    marked(excerpt),
    link ?? (listen === null ? search : null),
    listen,
  ]
    .filter(Boolean)
    .join('\n');
}

function marked(parts: readonly TextPart[]): string {
  return parts.map(({ text, highlighted }) => (highlighted ? `*${text}*` : text)).join('');
}

/** HTML and text have the same content. `isPlain` shows every alert as a line instead of a card, and says why. */
export async function renderDigestMail(
  content: DigestContent & { isPlain?: boolean | undefined },
  links: DigestLinks,
): Promise<{ subject: string; html: string; text: string }> {
  // Imported lazily, because React takes 40 ms to load.
  const { digestHtml } = await import('./html/digest-html.tsx');
  const heading = headingParts(content);
  const subject = digestSubject(content);
  const preheader = digestPreheader(content);
  const note = content.isPlain === true ? [PLAIN_REASON] : [];
  return fitDigest((limits) => {
    const digest = shownDigest(content, content.isPlain ? listLimits(limits) : limits, links);
    return {
      subject,
      html: digestHtml({ digest, subject, heading, note, preheader, links }),
      text: digestText(digest, [heading.map(({ text }) => text).join(''), ...note], links),
    };
  });
}

function listLimits(limits: DigestLimits): DigestLimits {
  return { ...limits, cards: 0, rows: 5 * limits.rows };
}
