import type { Sentence } from '../../contract/index.ts';
import { pieceAt } from './spoken-matches.ts';
import type { SpokenText } from './spoken-text.ts';

const BEFORE_MS = 60_000;
const AFTER_MS = 120_000;
/** UTF-8 bytes of texts and names together: about three minutes of fast speech. */
const MOST_BYTES = 4096;
/** In UTF-16 code units: shorter sentences are joined, longer ones are split. */
const FEWEST_UNITS = 40;
const MOST_UNITS = 280;
/** Milliseconds per UTF-16 code unit in slow speech. If a cue lasts longer than its text takes, the rest is a pause. */
const MS_A_UNIT = 80;

/**
 * Sentences from a minute before to two minutes after a moment. If they exceed {@link MOST_BYTES}, the
 * nearest ones. Null if no cue has a time.
 */
export function sentencesAround(spoken: SpokenText, atMs: number): Sentence[] | null {
  const clock = clockOf(spoken);
  if (clock === null) return null;
  const { text, starts, speakers } = spoken;
  const [from, to] = [atMs - BEFORE_MS, atMs + AFTER_MS];
  const near: Sentence[] = [];
  const [first, end] = clock.piecesWithin(from, to);
  for (let piece = first; piece < end;) {
    const speaker = speakers[piece];
    let next = piece + 1;
    while (next < end && speakers[next] === speaker) next += 1;
    const turnEnd = starts[next] ?? text.length;
    for (const { start, words } of sentencesOf(text, starts[piece] ?? 0, turnEnd)) {
      const time = Math.max(clock.timeAt(start), (near.at(-1)?.atMs ?? -1) + 1);
      near.push({ atMs: time, text: words, ...(speaker !== undefined && { speaker }) });
    }
    piece = next;
  }
  return nearest(
    near.filter((sentence) => sentence.atMs >= from && sentence.atMs < to),
    atMs,
  );
}

/** Times by offset; null if no cue has a time. A cue without a time takes that of the cue before. */
function clockOf({ text, starts, timesMs }: SpokenText) {
  const times: number[] = [];
  /** For each cue, the index of the first cue with the same time. */
  const firsts: number[] = [];
  let time = -1;
  timesMs.forEach((known, at) => {
    const isLater = known !== null && known > time;
    if (isLater) time = known;
    times.push(time);
    firsts.push(isLater || at === 0 ? at : (firsts[at - 1] ?? 0));
  });
  if (time < 0) return null;
  const firstAfter = (limit: number) => {
    const at = times.findIndex((known) => known >= limit);
    return at < 0 ? times.length : at;
  };
  return {
    /** The cues that may contain a sentence in the interval, also cues that began before and last longer. */
    piecesWithin(from: number, to: number): [first: number, end: number] {
      const before = firsts[firstAfter(from) - 1] ?? 0;
      return [Math.max(before, firstAfter(0)), firstAfter(to)];
    },
    timeAt(offset: number): number {
      const first = firsts[pieceAt(starts, offset)] ?? 0;
      const begun = times[first] ?? 0;
      const next = pieceAt(times, begun) + 1;
      const units = offset - (starts[first] ?? 0);
      const share = units / ((starts[next] ?? text.length + 1) - (starts[first] ?? 0));
      const untilNext = ((times[next] ?? Infinity) - begun) * share;
      return Math.floor(begun + Math.min(units === 0 ? 0 : untilNext, units * MS_A_UNIT));
    },
  };
}

const SENTENCE_END = /[.!?…]["'”’)\]»]*\s+|[。！？]["'”’）」』]*\s*/gu;

function* sentencesOf(text: string, from: number, to: number) {
  const turn = text.slice(from, to).trimEnd();
  let start = 0;
  const ends = [...turn.matchAll(SENTENCE_END)].map(({ index, 0: { length } }) => index + length);
  for (const end of [...ends, turn.length]) {
    if (end < turn.length && end - start < FEWEST_UNITS) continue;
    for (const part of partsOf(turn.slice(start, end))) {
      const words = part.text.trim();
      if (words !== '') yield { start: from + start + part.start, words };
    }
    start = end;
  }
}

/** Splits a long sentence at spaces, or where it has none, between characters. */
function* partsOf(sentence: string) {
  let start = 0;
  while (sentence.length - start > MOST_UNITS) {
    const space = sentence.lastIndexOf(' ', start + MOST_UNITS);
    let end = space > start + MOST_UNITS / 2 ? space + 1 : start + MOST_UNITS;
    if (/[\uD800-\uDBFF]/.test(sentence[end - 1] ?? '')) end -= 1;
    yield { start, text: sentence.slice(start, end) };
    start = end;
  }
  yield { start, text: sentence.slice(start) };
}

/**
 * Sentences within {@link MOST_BYTES}: the one at `atMs`, then earlier ones until half of the bytes are used,
 * then later ones.
 */
function nearest(sentences: readonly Sentence[], atMs: number): Sentence[] {
  const sizeOf = ({ text, speaker = '' }: Sentence) => Buffer.byteLength(text + speaker);
  const present = Math.max(
    0,
    sentences.findLastIndex((sentence) => sentence.atMs <= atMs),
  );
  let [first, end, bytes] = [present, present, 0];
  const fits = (at: number, room: number) => {
    const sentence = sentences[at];
    if (sentence === undefined || bytes + sizeOf(sentence) > room) return false;
    bytes += sizeOf(sentence);
    return true;
  };
  if (fits(end, MOST_BYTES)) end += 1;
  while (fits(first - 1, MOST_BYTES / 2)) first -= 1;
  while (fits(end, MOST_BYTES)) end += 1;
  return sentences.slice(first, end);
}
