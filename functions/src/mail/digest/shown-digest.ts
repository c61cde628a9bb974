import {
  alertName,
  besideName,
  canExclude,
  inOneLine,
  type MatchReason,
  reasonLines,
  showTerm,
  splitHighlights,
  withoutHighlights,
  suggestExclusion,
  type TextPart,
  webUrl,
} from '../../contract/index.ts';
import type { DigestAlert, DigestContent, DigestEpisode, DigestLinks } from './digest-content.ts';
import { isInPassing } from './in-passing.ts';
import { chooseEpisodes, type ChosenEpisode } from './choose-episodes.ts';
import type { DigestLimits } from './fit-digest.ts';
import { cutText, oneLine, tidyText } from '../../platform/one-line.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format takes a millisecond. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * "Nov 21, 2026", not "3 hours ago": a mail may be read long after sending. Throws for an unknown time zone.
 */
export function publishedText(pubDateMs: number, timeZone: string): string {
  const date = new Date(pubDateMs);
  return Number.isNaN(date.getTime()) ? 'Date unavailable' : formatOf(timeZone).format(date);
}

/** One line of at most `maxLength` UTF-16 code units, with "…" at a cut. */
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

/**
 * Maximum lengths in UTF-16 code units; those of further alerts are small, because their list must stay
 * short.
 */
const MAX_OTHER_NAME_LENGTH = 60;
const MAX_OTHER_ADDRESS_LENGTH = 300;
const MAX_OTHER_SHOW_LENGTH = 40;
const MAX_POINTER_LENGTH = 80;
const MAX_LINE_ADDRESS_LENGTH = 600;
/** Longer than most names and chapters. */
const MAX_REASON_LENGTH = 200;
const MAX_QUOTATION_LENGTH = 400;

/** Content of both parts of a mail: single lines, cut to length, with http(s) addresses only. */
export interface ShownDigest extends Pick<DigestContent, 'cadence'> {
  alerts: ShownAlert[];
  others: ShownOther[];
  /** Alerts that are only counted. */
  moreAlerts: number;
}

export interface ShownAlert {
  alertId: string;
  name: string;
  /** Excluded terms, and "notes only". */
  beside: string | null;
  episodes: ShownEpisode[];
  /** Episodes that name the keyword in passing. */
  passing: ShownLine[];
  /** Further matches, besides `episodes` and `passing`. */
  moreCount: number;
  moreLink: string | null;
  pauseLink: string;
  /** A suggested word to exclude, with its link. */
  notWord: { word: string; link: string } | null;
}

/** An episode in one line. */
export interface ShownLine {
  title: string;
  podcast: string;
  link: string | null;
}

export interface ShownOther {
  name: string;
  count: number;
  link: string | null;
  /** The newest episode with its show; null if there is no room. */
  newest: string | null;
}

export interface ShownEpisode {
  title: TextPart[];
  podcast: TextPart[];
  published: string;
  link: string | null;
  image: string | null;
  alsoIn: string | null;
  /** Reasons that cannot be seen in title, podcast and excerpt. */
  reasons: ShownReason[];
  excerpt: TextPart[];
  /** Link to exclude the show; only at a show's first episode. */
  notShowLink: string | null;
  /** The alert in whose section the episode stands in full. */
  inFullUnder: string | null;
  /** Further alerts, with sections, that match the episode. */
  alsoUnder: string[];
}

interface ShownReason {
  label: string;
  parts: TextPart[];
}

export function shownDigest(
  { cadence, timeZone, alerts }: DigestContent,
  limits: DigestLimits,
  links: DigestLinks,
): ShownDigest {
  const kept = alerts.slice(0, limits.alerts);
  const others = alerts.slice(limits.alerts, limits.alerts + limits.others);
  const chosen = chooseEpisodes(kept, limits);
  const shown = kept.map((alert, index) =>
    shownAlert(alert, chosen[index] ?? [], timeZone, limits, links),
  );
  return {
    cadence,
    alerts: shown,
    others: others.map((alert, at) => shownOther(alert, at < limits.named, limits, links)),
    moreAlerts: alerts.length - kept.length - others.length,
  };
}

function shownAlert(
  alert: DigestAlert,
  chosen: readonly ChosenEpisode[],
  timeZone: string,
  limits: DigestLimits,
  links: DigestLinks,
): ShownAlert {
  const { alertId, episodes, moreCount } = alert;
  const beside = besideName(alert);
  const shown = chosen.map(({ episode }) => episode);
  const passing = episodes
    .filter((episode) => isInPassing(alert, episode))
    .slice(0, limits.passing);
  const notShow = limits.lessLinks ? notShowLinks(alert, shown, links) : [];
  const short = { ...limits, nameLength: Math.min(limits.nameLength, MAX_POINTER_LENGTH) };
  const nameOf = (of: DigestAlert) => oneLine(alertName(of), limits.nameLength);
  return {
    alertId,
    name: nameOf(alert),
    beside: beside === null ? null : oneLine(beside, 2 * limits.nameLength),
    episodes: chosen.map(({ episode, inFullUnder, alsoUnder }, index) => ({
      ...shownEpisode(episode, timeZone, inFullUnder === null ? limits : short),
      notShowLink: notShow[index] ?? null,
      inFullUnder: inFullUnder === null ? null : nameOf(inFullUnder),
      alsoUnder: alsoUnder.map(nameOf),
    })),
    passing: passing.map((episode) => shownLine(episode, limits)),
    moreCount: moreCount + episodes.length - shown.length - passing.length,
    moreLink: shownAddress(links.searchFor(alert), limits.addressLength),
    pauseLink: links.unsubscribeAlert(alert),
    notWord: limits.lessLinks ? notWord(alert, links) : null,
  };
}

function shownLine(
  { title, podcast, link }: DigestEpisode,
  { nameLength, addressLength }: DigestLimits,
): ShownLine {
  return {
    title: oneLine(title, Math.min(nameLength, MAX_POINTER_LENGTH)),
    podcast: oneLine(podcast, MAX_OTHER_SHOW_LENGTH),
    link: shownAddress(link, Math.min(addressLength, MAX_LINE_ADDRESS_LENGTH)),
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

function notWord(alert: DigestAlert, links: DigestLinks): ShownAlert['notWord'] {
  const matches = alert.episodes.map(({ title, podcast, excerpt }) => {
    return { title, podcast, text: withoutHighlights(excerpt) };
  });
  const word = suggestExclusion(alert, matches);
  if (word === null || !canExclude(alert, word)) return null;
  return { word, link: links.exclude(alert, word) };
}

function shownOther(
  alert: DigestAlert,
  isNamed: boolean,
  { nameLength, addressLength, titleLength }: DigestLimits,
  links: DigestLinks,
): ShownOther {
  const { episodes, moreCount } = alert;
  const [newest] = isNamed ? episodes : [];
  return {
    newest: newest === undefined ? null : newestText(newest, Math.min(nameLength, titleLength)),
    name: oneLine(alertName(alert), Math.min(nameLength, MAX_OTHER_NAME_LENGTH)),
    count: episodes.length + moreCount,
    link: shownAddress(links.searchFor(alert), Math.min(addressLength, MAX_OTHER_ADDRESS_LENGTH)),
  };
}

function newestText({ title, podcast }: DigestEpisode, length: number): string {
  const name = oneLine(title, length);
  return length < MAX_OTHER_SHOW_LENGTH + 1
    ? name
    : `${name} (${oneLine(podcast, MAX_OTHER_SHOW_LENGTH)})`;
}

function shownEpisode(
  { title, podcast, pubDateMs, link, image, excerpt, alsoIn = [], reasons = [] }: DigestEpisode,
  timeZone: string,
  limits: DigestLimits,
): Omit<ShownEpisode, 'notShowLink' | 'inFullUnder' | 'alsoUnder'> {
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
    alsoIn: alsoIn.length === 0 ? null : oneLine(`Also in ${alsoIn.join(', ')}`, limits.nameLength),
    excerpt: excerptParts(excerpt, limits.excerptLength),
  };
}

function shownAddress(address: string, maxLength: number): string | null {
  const url = webUrl(address)?.href;
  return url !== undefined && url.length <= maxLength ? url : null;
}
