import {
  alertName,
  inOneLine,
  type MatchReason,
  splitHighlights,
  type TextPart,
} from '../../../contract/index.ts';
import { cutAtWord, cutText, oneLine, tidyText } from '../../../platform/one-line.ts';
import { type ChosenEpisode, type ChosenSection, isBrief } from './choose-episodes.ts';
import type { DigestAlert, DigestEpisode, DigestLinks } from './digest-content.ts';
import { alsoUnderText } from './digest-subject.ts';
import type { DigestLimits } from './fit-digest.ts';
import { type ListenLink, listenLink } from './listen-link.ts';
import { publishedText } from './published-text.ts';
import { episodeAddress, shownAddress } from './shown-address.ts';

/** Maximum lengths in UTF-16 code units; small, because a list must stay short. */
const MAX_NAME_LENGTH = 60;
const MAX_SHOW_LENGTH = 40;
const MAX_TITLE_LENGTH = 80;
const MAX_SEARCH_LENGTH = 300;
const MAX_ADDRESS_LENGTH = 600;
/** If titles are limited to this length or less, rows omit show and date. */
const SHORT_TITLE_LENGTH = 40;

export interface ShownLine {
  name: string;
  link: string | null;
  isBrief: boolean;
  /** Number of episodes that no other alert shows. */
  count: number;
  rows: ShownRow[];
  /** Link of the plain text, if an episode lacks one or more episodes match. */
  textLink: string | null;
}

export interface ShownRow {
  title: string;
  podcast: string | null;
  published: string | null;
  link: string | null;
  listen: ListenLink | null;
  /** About half a sentence around the mention; may be empty. */
  around: TextPart[];
  also: string | null;
}

export function shownLine(
  alert: DigestAlert,
  { full, elsewhere }: ChosenSection,
  timeZone: string,
  limits: DigestLimits,
  links: DigestLinks,
): ShownLine {
  const { addressLength, nameLength, titleLength } = limits;
  const length = Math.min(nameLength, titleLength);
  const link = shownAddress(links.searchFor(alert), Math.min(addressLength, MAX_SEARCH_LENGTH));
  const rows = full.map((chosen) => shownRow(chosen, timeZone, limits, links, length));
  const count = alert.episodes.length + alert.moreCount - elsewhere;
  const isLinked = rows.every((row) => row.link !== null || row.listen !== null);
  return {
    name: oneLine(alertName(alert), Math.min(nameLength, MAX_NAME_LENGTH)),
    link,
    isBrief: isBrief(alert),
    count,
    rows,
    textLink: limits.textLinks && (count > rows.length || !isLinked) ? link : null,
  };
}

export function shownRow(
  { episode, alsoUnder }: ChosenEpisode,
  timeZone: string,
  limits: DigestLimits,
  links: DigestLinks,
  titleLength = Math.min(limits.nameLength, MAX_TITLE_LENGTH),
): ShownRow {
  const { nameLength, around, rowLinks } = limits;
  const addressLength = Math.min(limits.addressLength, MAX_ADDRESS_LENGTH);
  const { title, podcast, pubDateMs } = episode;
  const isShort = titleLength <= SHORT_TITLE_LENGTH;
  const names = alsoUnder.map((alert) =>
    oneLine(alertName(alert), Math.min(nameLength, MAX_NAME_LENGTH)),
  );
  return {
    title: oneLine(title, titleLength),
    podcast: isShort ? null : oneLine(podcast, MAX_SHOW_LENGTH) || null,
    published: isShort ? null : publishedText(pubDateMs, timeZone),
    link: rowLinks ? episodeAddress(episode, addressLength, links) : null,
    listen: listenLink(episode, { ...limits, addressLength }, links),
    around: aroundMention(episode, around),
    also: alsoUnderText({ alsoUnder: names }),
  };
}

/** Reasons in these places are skipped, because the line shows title and show anyway. */
const IN_THE_LINE: readonly MatchReason['place'][] = ['title', 'show'];
const SENTENCE_ENDS = /[.!?…·。！？]\s+/gu;

/** Returns the sentence of the first mention, cut to `length`. Empty if only the title or the show has the keyword. */
export function aroundMention(
  { excerpt, reasons = [] }: Pick<DigestEpisode, 'excerpt' | 'reasons'>,
  length: number,
): TextPart[] {
  if (length === 0) return [];
  const texts = [
    excerpt,
    ...reasons.flatMap(({ place, text }) => (IN_THE_LINE.includes(place) ? [] : [text])),
  ];
  for (const text of texts) {
    const parts = splitHighlights(tidyText(inOneLine(text)).trim());
    const at = parts.findIndex(({ highlighted }) => highlighted);
    if (at < 0) continue;
    const mention = cutText(parts[at]?.text ?? '', length);
    const room = Math.floor((length - mention.length) / 2);
    const before = lastSentence(textOf(parts.slice(0, at)), room);
    const after = firstSentence(
      textOf(parts.slice(at + 1)),
      length - mention.length - before.length,
    );
    return [
      { text: before, highlighted: false },
      { text: mention, highlighted: true },
      { text: after, highlighted: false },
    ].filter((part) => part.text !== '');
  }
  return [];
}

function textOf(parts: readonly TextPart[]): string {
  return parts.map(({ text }) => text).join('');
}

function lastSentence(text: string, room: number): string {
  const sentence = text.split(SENTENCE_ENDS).at(-1) ?? '';
  if (sentence.length <= room) return sentence;
  const end = sentence
    .slice(Math.max(0, sentence.length - room + 1))
    .replace(/^[\uDC00-\uDFFF]/, '');
  const word = end.indexOf(' ');
  const kept = word >= 0 && word < end.length - 1 ? end.slice(word + 1) : end;
  return room > 1 ? `…${kept}` : '';
}

function firstSentence(text: string, room: number): string {
  const [sentence = ''] = text.split(/(?<=[.!?…。！？])\s|\s·\s/u);
  return room > 1 ? cutAtWord(sentence, room) : '';
}
