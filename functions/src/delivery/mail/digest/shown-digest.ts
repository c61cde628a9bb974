import {
  alertName,
  besideName,
  canExclude,
  inOneLine,
  type MatchReason,
  reasonLines,
  showTerm,
  splitHighlights,
  type TextPart,
} from '../../../contract/index.ts';
import type { DigestAlert, DigestContent, DigestEpisode, DigestLinks } from './digest-content.ts';
import { chooseEpisodes, type ChosenSection, isBrief } from './choose-episodes.ts';
import { floodingShows, type FloodingShow } from './flooding-shows.ts';
import { type DigestLimits, MAX_CARDS } from './fit-digest.ts';
import { type ListenLink, listenLink } from './listen-link.ts';
import { cutAtWord, oneLine, tidyText } from '../../../platform/one-line.ts';
import { publishedText } from './published-text.ts';
import { episodeAddress, shownAddress } from './shown-address.ts';
import { type ShownLine, shownLine, type ShownRow, shownRow } from './shown-line.ts';

/** Returns one line of at most `maxLength` UTF-16 code units, with "…" at a cut between words. */
export function excerptParts(excerpt: string, maxLength: number): TextPart[] {
  if (maxLength <= 0) return [];
  const parts = splitHighlights(tidyText(inOneLine(excerpt)).trim());
  const whole = parts.map(({ text }) => text).join('');
  const cut = cutAtWord(whole, maxLength);
  const isCut = cut !== whole;
  let room = isCut ? cut.length - 1 : whole.length;
  const shown: TextPart[] = [];
  for (const { text, highlighted } of parts) {
    if (room <= 0) break;
    const isLast = isCut && text.length >= room;
    shown.push({ text: text.slice(0, room) + (isLast ? '…' : ''), highlighted });
    room -= text.length;
  }
  return shown;
}

/** In UTF-16 code units. Most names and chapters are shorter. */
const MAX_REASON_LENGTH = 200;
const MAX_QUOTATION_LENGTH = 400;

/** Content of a mail's HTML and text parts. Texts are single lines, cut to length; addresses are http(s). */
export interface ShownDigest extends Pick<DigestContent, 'cadence'> {
  alerts: ShownAlert[];
  lines: ShownLine[];
  flooding: FloodingShow[];
  moreAlerts: number;
}

export interface ShownAlert {
  alertId: string;
  name: string;
  /** Text below the name: excluded terms, and limits such as "notes only"; null if none. */
  beside: string | null;
  episodes: ShownEpisode[];
  passing: ShownRow[];
  /** Number of matches that the mail does not show. */
  moreCount: number;
  moreLink: string | null;
  stopLink: string;
  pauseLink: string;
}

export interface ShownEpisode {
  title: TextPart[];
  podcast: TextPart[];
  published: string;
  link: string | null;
  image: string | null;
  listen: ListenLink | null;
  alsoIn: string | null;
  /** Reasons that title, podcast and excerpt do not show. */
  reasons: ShownReason[];
  excerpt: TextPart[];
  /** Link that excludes the show, set only at the show's first episode. */
  notShowLink: string | null;
  alsoUnder: string[];
}

interface ShownReason {
  label: string;
  parts: TextPart[];
}

/**
 * Up to {@link MAX_CARDS} alerts have a card each, but an alert with only brief mentions has a line. A digest of more
 * alerts is one list of lines.
 */
export function shownDigest(
  { cadence, timeZone, alerts }: DigestContent,
  limits: DigestLimits,
  links: DigestLinks,
): ShownDigest {
  const maxCards = alerts.length > MAX_CARDS ? 0 : limits.cards;
  const withCard = new Set(alerts.filter((alert) => !isBrief(alert)).slice(0, maxCards));
  const cards = alerts.filter((alert) => withCard.has(alert));
  const listed = quietFirst(alerts.filter((alert) => !withCard.has(alert)));
  const sectionOf = chooseEpisodes({ cards, lines: listed }, limits);
  const isEmpty = (alert: DigestAlert) => {
    const { full, passing } = sectionOf(alert);
    return full.length + passing.length === 0;
  };
  // The cards of these alerts would be empty, because other alerts show all of their episodes.
  const emptied = cards.filter(isEmpty);
  const lines = [...emptied, ...listed].slice(0, limits.lines);
  const shown = cards.filter((alert) => !isEmpty(alert));
  return {
    cadence,
    alerts: shown.map((alert) => shownAlert(alert, sectionOf(alert), timeZone, limits, links)),
    lines: lines.map((alert) => shownLine(alert, sectionOf(alert), timeZone, limits, links)),
    flooding: floodingShows(alerts, limits, links),
    moreAlerts: alerts.length - shown.length - lines.length,
  };
}

/** Otherwise, few matches of a rare name would stand below many of a common word. */
function quietFirst(alerts: readonly DigestAlert[]): DigestAlert[] {
  const countOf = ({ episodes, moreCount }: DigestAlert) => episodes.length + moreCount;
  return alerts.toSorted((left, right) => countOf(left) - countOf(right));
}

function shownAlert(
  alert: DigestAlert,
  { full, passing, elsewhere }: ChosenSection,
  timeZone: string,
  limits: DigestLimits,
  links: DigestLinks,
): ShownAlert {
  const { alertId, episodes, moreCount } = alert;
  const beside = besideName(alert);
  const shown = full.map(({ episode }) => episode);
  const notShow = limits.lessLinks ? notShowLinks(alert, shown, links) : [];
  const nameOf = (of: DigestAlert) => oneLine(alertName(of), limits.nameLength);
  return {
    alertId,
    name: nameOf(alert),
    beside: beside === null ? null : oneLine(beside, 2 * limits.nameLength),
    episodes: full.map(({ episode, alsoUnder }, index) => ({
      ...shownEpisode(episode, timeZone, limits, links),
      notShowLink: notShow[index] ?? null,
      alsoUnder: alsoUnder.map(nameOf),
    })),
    passing: passing.map((chosen) =>
      shownRow(chosen, timeZone, { ...limits, around: 0, rowLinks: true }, links),
    ),
    moreCount: moreCount + episodes.length - shown.length - passing.length - elsewhere,
    moreLink: shownAddress(links.searchFor(alert), limits.addressLength),
    stopLink: links.unsubscribeAlert(alert),
    pauseLink: links.pauseAlert(alert),
  };
}

function notShowLinks(
  alert: DigestAlert,
  episodes: readonly DigestEpisode[],
  links: DigestLinks,
): (string | null)[] {
  const known = new Set<string>();
  return episodes.map(({ podcast }) => {
    const term = showTerm(podcast);
    if (term === null || known.has(term) || !canExclude(alert, term)) return null;
    known.add(term);
    return links.exclude(alert, term);
  });
}

function shownEpisode(
  episode: DigestEpisode,
  timeZone: string,
  limits: DigestLimits,
  links: DigestLinks,
): Omit<ShownEpisode, 'notShowLink' | 'alsoUnder'> {
  const { title, podcast, pubDateMs, image, excerpt, alsoIn = [], reasons = [] } = episode;
  const marked = (place: MatchReason['place'], text: string) => {
    const reason = reasons.find((each) => each.place === place);
    return reason === undefined
      ? [{ text: oneLine(text, limits.nameLength), highlighted: false }]
      : excerptParts(reason.text, limits.nameLength);
  };
  const [titleParts, podcastParts] = [marked('title', title), marked('show', podcast)];
  const isMarked = new Set<MatchReason['place']>();
  if (titleParts.some(({ highlighted }) => highlighted)) isMarked.add('title');
  if (podcastParts.some(({ highlighted }) => highlighted)) isMarked.add('show');
  return {
    title: titleParts,
    podcast: podcastParts,
    reasons: reasonLines(reasons, (place) => isMarked.has(place))
      .slice(0, limits.reasons)
      .map(({ place, label, text }) => ({
        label,
        parts: excerptParts(text, place === 'spoken' ? MAX_QUOTATION_LENGTH : MAX_REASON_LENGTH),
      })),
    published: publishedText(pubDateMs, timeZone),
    link: episodeAddress(episode, limits.addressLength, links),
    image: shownAddress(image, limits.addressLength),
    listen: listenLink(episode, limits, links),
    alsoIn: alsoIn.length === 0 ? null : oneLine(`Also in ${alsoIn.join(', ')}`, limits.nameLength),
    excerpt: excerptParts(excerpt, limits.excerptLength),
  };
}
