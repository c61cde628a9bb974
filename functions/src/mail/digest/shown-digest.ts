import {
  alertName,
  besideName,
  canExclude,
  inOneLine,
  type MatchReason,
  reasonLines,
  showTerm,
  splitHighlights,
  suggestExclusion,
  type TextPart,
  webUrl,
} from '../../contract/index.ts';
import type { DigestAlert, DigestContent, DigestEpisode, DigestLinks } from './digest-content.ts';
import { equalShare } from './equal-share.ts';
import { cutText, oneLine, tidyText } from '../../platform/one-line.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a millisecond, and everybody in a time zone can share one. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * The day an episode was published, in a time zone: "Nov 21, 2026". A mail may be read long after
 * it was sent, so it never says "3 hours ago". "Date unavailable" for an invalid date.
 * @param timeZone IANA name of a zone that this runtime knows; throws for others.
 */
export function publishedText(pubDateMs: number, timeZone: string): string {
  const date = new Date(pubDateMs);
  return Number.isNaN(date.getTime()) ? 'Date unavailable' : formatOf(timeZone).format(date);
}

/**
 * An excerpt with the contract's highlight markers as parts for a mail, on one line of at most
 * `maxLength` UTF-16 code units, with "…" where it was cut; empty for 0.
 */
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

/** Keeps the list of keywords short, whatever they are; UTF-16 code units. */
const MAX_OTHER_NAME_LENGTH = 60;
const MAX_OTHER_ADDRESS_LENGTH = 300;
/** A person or a chapter, whole in most cases. */
const MAX_REASON_LENGTH = 200;
/** What is said, with who says it. */
const MAX_QUOTATION_LENGTH = 400;

/** How much of a digest is shown. Lengths are UTF-16 code units. */
export interface DigestLimits {
  /** Alerts with a section of their own. */
  alerts: number;
  /** Further alerts that are named in a list; the rest is counted. */
  others: number;
  /** Episodes of all alerts together; the largest sections give way first. */
  episodes: number;
  excerptLength: number;
  /** Longest title, podcast or keyword. */
  nameLength: number;
  /** Longest address. A longer one is left out, and its text is not a link. */
  addressLength: number;
  /** Lines on why an episode matched, of each episode. */
  reasons: number;
  /** Whether shows and words can be left out with a press. */
  lessLinks: boolean;
}

/** What both parts of a mail show: single lines, cut to length, and http(s) addresses only. */
export interface ShownDigest extends Pick<DigestContent, 'cadence'> {
  alerts: ShownAlert[];
  /** Alerts with new episodes that have no section. */
  others: ShownOther[];
  /** Number of alerts with new episodes that are not named at all. */
  moreAlerts: number;
}

export interface ShownAlert {
  alertId: string;
  /** What it looks for. */
  name: string;
  /** What it leaves out, and whether only notes count. */
  beside: string | null;
  episodes: ShownEpisode[];
  /** Matching episodes beyond those in `episodes`. */
  moreCount: number;
  /** The search that shows them. */
  moreLink: string | null;
  pauseLink: string;
  /** A word that could be left out, and the link that does it. */
  notWord: { word: string; link: string } | null;
}

export interface ShownOther {
  name: string;
  /** Its new episodes. */
  count: number;
  /** The search that shows them. */
  link: string | null;
}

export interface ShownEpisode {
  title: TextPart[];
  podcast: TextPart[];
  /** The day it was published. */
  published: string;
  link: string | null;
  /** The cover. */
  image: string | null;
  /** Other shows that have it: "Also in …". */
  alsoIn: string | null;
  /** Where it matched, as far as title, podcast and excerpt do not show it. */
  reasons: ShownReason[];
  excerpt: TextPart[];
  /** Leaves its show out of the alert; at the first episode of a show only. */
  notShowLink: string | null;
}

interface ShownReason {
  /** "Guest: ". */
  label: string;
  parts: TextPart[];
}

/** The digest cut down to the limits; what is left out is counted. */
export function shownDigest(
  { cadence, timeZone, alerts }: DigestContent,
  limits: DigestLimits,
  links: DigestLinks,
): ShownDigest {
  const kept = alerts.slice(0, limits.alerts);
  const others = alerts.slice(limits.alerts, limits.alerts + limits.others);
  const counts = shownCounts(
    kept.map(({ episodes }) => episodes.length),
    limits.episodes,
  );
  return {
    cadence,
    alerts: kept.map((alert, index) =>
      shownAlert(alert, counts[index] ?? 0, timeZone, limits, links),
    ),
    others: others.map((alert) => shownOther(alert, limits, links)),
    moreAlerts: alerts.length - kept.length - others.length,
  };
}

function shownAlert(
  alert: DigestAlert,
  count: number,
  timeZone: string,
  limits: DigestLimits,
  links: DigestLinks,
): ShownAlert {
  const { alertId, episodes, moreCount } = alert;
  const beside = besideName(alert);
  const shown = episodes.slice(0, count);
  const notShow = limits.lessLinks ? notShowLinks(alert, shown, links) : [];
  return {
    alertId,
    name: oneLine(alertName(alert), limits.nameLength),
    beside: beside === null ? null : oneLine(beside, 2 * limits.nameLength),
    episodes: shown.map((episode, index) => ({
      ...shownEpisode(episode, timeZone, limits),
      notShowLink: notShow[index] ?? null,
    })),
    moreCount: moreCount + Math.max(0, episodes.length - count),
    moreLink: shownAddress(links.searchFor(alert), limits.addressLength),
    pauseLink: links.unsubscribeAlert(alertId),
    notWord: limits.lessLinks ? notWord(alert, links) : null,
  };
}

/** For the first episode of each show that can be left out, the link that does it. */
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
    return links.exclude(alert.alertId, term);
  });
}

function notWord(alert: DigestAlert, links: DigestLinks): ShownAlert['notWord'] {
  const matches = alert.episodes.map(({ title, podcast, excerpt }) => {
    const text = splitHighlights(excerpt).map((part) => part.text);
    return { title, podcast, text: text.join('') };
  });
  const word = suggestExclusion(alert, matches);
  if (word === null || !canExclude(alert, word)) return null;
  return { word, link: links.exclude(alert.alertId, word) };
}

function shownOther(
  alert: DigestAlert,
  { nameLength, addressLength }: DigestLimits,
  links: DigestLinks,
): ShownOther {
  const { episodes, moreCount } = alert;
  return {
    name: oneLine(alertName(alert), Math.min(nameLength, MAX_OTHER_NAME_LENGTH)),
    count: episodes.length + moreCount,
    link: shownAddress(links.searchFor(alert), Math.min(addressLength, MAX_OTHER_ADDRESS_LENGTH)),
  };
}

function shownEpisode(
  { title, podcast, pubDateMs, link, image, excerpt, alsoIn = [], reasons = [] }: DigestEpisode,
  timeZone: string,
  limits: DigestLimits,
): Omit<ShownEpisode, 'notShowLink'> {
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

/**
 * How many episodes each section shows, `most` in all: as evenly as possible, with the remainder
 * going to the first ones.
 */
function shownCounts(counts: readonly number[], most: number): number[] {
  const share = equalShare(counts, most);
  const shares = counts.map((count) => Math.min(count, share));
  let left = most - shares.reduce((total, shown) => total + shown, 0);
  return shares.map((shown, index) => {
    if (left === 0 || shown === counts[index]) return shown;
    left -= 1;
    return shown + 1;
  });
}
