import {
  alertName,
  inOneLine,
  type MatchReason,
  splitHighlights,
  type TextPart,
} from '../../../contract/index.ts';
import { cutText, oneLine, tidyText } from '../../../platform/one-line.ts';
import { type ChosenEpisode, type ChosenSection, isBrief } from './choose-episodes.ts';
import type { DigestAlert, DigestEpisode, DigestLinks } from './digest-content.ts';
import { alsoUnderText } from './digest-subject.ts';
import type { DigestLimits } from './fit-digest.ts';
import { shownAddress } from './shown-address.ts';

/** Maximum lengths in UTF-16 code units; small, because a list must stay short. */
const MAX_NAME_LENGTH = 60;
const MAX_SHOW_LENGTH = 40;
const MAX_TITLE_LENGTH = 80;
const MAX_SEARCH_LENGTH = 300;
const MAX_ADDRESS_LENGTH = 600;
/** If titles are limited to this length or less, rows omit the show. */
const SHORT_TITLE_LENGTH = 40;

export interface ShownLine {
  name: string;
  link: string | null;
  isBrief: boolean;
  /** Number of episodes that no other alert shows. */
  count: number;
  rows: ShownRow[];
  pauseLink: string | null;
}

export interface ShownRow {
  title: string;
  podcast: string | null;
  link: string | null;
  /** About half a sentence around the mention; may be empty. */
  around: TextPart[];
  also: string | null;
}

export function shownLine(
  alert: DigestAlert,
  { full, elsewhere }: ChosenSection,
  limits: DigestLimits,
  links: DigestLinks,
): ShownLine {
  const { addressLength, nameLength, titleLength } = limits;
  const length = Math.min(nameLength, titleLength);
  return {
    name: oneLine(alertName(alert), Math.min(nameLength, MAX_NAME_LENGTH)),
    link: shownAddress(links.searchFor(alert), Math.min(addressLength, MAX_SEARCH_LENGTH)),
    isBrief: isBrief(alert),
    count: alert.episodes.length + alert.moreCount - elsewhere,
    rows: full.map((chosen) => shownRow(chosen, limits, length)),
    pauseLink: limits.lessLinks ? links.unsubscribeAlert(alert) : null,
  };
}

export function shownRow(
  { episode, alsoUnder }: ChosenEpisode,
  { nameLength, addressLength, around, rowLinks }: DigestLimits,
  titleLength = Math.min(nameLength, MAX_TITLE_LENGTH),
): ShownRow {
  const { title, podcast, link } = episode;
  const names = alsoUnder.map((alert) =>
    oneLine(alertName(alert), Math.min(nameLength, MAX_NAME_LENGTH)),
  );
  return {
    title: oneLine(title, titleLength),
    podcast: titleLength > SHORT_TITLE_LENGTH ? oneLine(podcast, MAX_SHOW_LENGTH) || null : null,
    link: rowLinks ? shownAddress(link, Math.min(addressLength, MAX_ADDRESS_LENGTH)) : null,
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
  return room > 1 ? cutText(sentence, room) : '';
}
