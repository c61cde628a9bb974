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
import { clockText } from '../../../platform/clock-text.ts';
import { cutText, oneLine, tidyText } from '../../../platform/one-line.ts';
import { shownAddress } from './shown-address.ts';
import { type ShownLine, shownLine, type ShownRow, shownRow } from './shown-line.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a format takes a millisecond. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * Returns "Nov 21, 2026" rather than "3 hours ago", because people read mails late. Throws for an unknown time zone.
 */
export function publishedText(pubDateMs: number, timeZone: string): string {
  const date = new Date(pubDateMs);
  return Number.isNaN(date.getTime()) ? 'Date unavailable' : formatOf(timeZone).format(date);
}

/** Returns one line of at most `maxLength` UTF-16 code units, with "…" at a cut. */
export function excerptParts(excerpt: string, maxLength: number): TextPart[] {
  const parts = splitHighlights(tidyText(inOneLine(excerpt)).trim());
  const shown: TextPart[] = [];
  let room = maxLength;
  for (const [index, { text, highlighted }] of parts.entries()) {
    if (room <= 0) break;
    const needed = index < parts.length - 1 ? text.length + 1 : text.length;
    shown.push({ text: needed <= room ? text : cutText(`${text} `, room), highlighted });
    room = needed <= room ? room - text.length : 0;
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
  pauseLink: string;
}

export interface ShownEpisode {
  title: TextPart[];
  podcast: TextPart[];
  published: string;
  link: string | null;
  image: string | null;
  listen: { label: string; url: string } | null;
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
  const listed = alerts.filter((alert) => !withCard.has(alert));
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
    lines: lines.map((alert) => shownLine(alert, sectionOf(alert), limits, links)),
    flooding: floodingShows(alerts, limits, links),
    moreAlerts: alerts.length - shown.length - lines.length,
  };
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
      ...shownEpisode(episode, timeZone, limits),
      notShowLink: notShow[index] ?? null,
      alsoUnder: alsoUnder.map(nameOf),
    })),
    passing: passing.map((chosen) => shownRow(chosen, { ...limits, around: 0, rowLinks: true })),
    moreCount: moreCount + episodes.length - shown.length - passing.length - elsewhere,
    moreLink: shownAddress(links.searchFor(alert), limits.addressLength),
    pauseLink: links.unsubscribeAlert(alert),
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
): Omit<ShownEpisode, 'notShowLink' | 'alsoUnder'> {
  const { title, podcast, pubDateMs, link, image, excerpt, alsoIn = [], reasons = [] } = episode;
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
    link: shownAddress(link, limits.addressLength),
    image: shownAddress(image, limits.addressLength),
    listen: limits.listen ? listenLink(episode, limits) : null,
    alsoIn: alsoIn.length === 0 ? null : oneLine(`Also in ${alsoIn.join(', ')}`, limits.nameLength),
    excerpt: excerptParts(excerpt, limits.excerptLength),
  };
}

/** Adds `#t=`, because a browser that opens the file starts playing there. */
function listenLink(
  { audio = '', audioAtMs = 0 }: DigestEpisode,
  { addressLength }: DigestLimits,
): ShownEpisode['listen'] {
  const address = shownAddress(audio, addressLength);
  if (address === null) return null;
  const atS = Math.floor(audioAtMs / 1000);
  if (atS === 0 || address.includes('#')) return { label: 'Listen', url: address };
  return { label: `Listen from ${clockText(audioAtMs)}`, url: `${address}#t=${atS}` };
}
