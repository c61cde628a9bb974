import type { Sentence } from '../../contract/index.ts';
import { pieceAt } from './spoken-matches.ts';
import type { SpokenText } from './spoken-text.ts';

const BEFORE_MS = 60_000;
const AFTER_MS = 120_000;
/** Max UTF-8 bytes of all texts and names: about three minutes of fast speech. */
const MAX_BYTES = 4096;
/** UTF-16 code units per sentence. Shorter sentences are joined, longer sentences are split. */
const MIN_LENGTH = 40;
const MAX_LENGTH = 280;
/** Milliseconds per UTF-16 code unit of slow speech. A cue that lasts longer must end with a pause. */
const MS_PER_UNIT = 80;

/** Returns the nearest sentences, up to {@link MAX_BYTES}. Null if no cue has a time. */
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

/** A cue without a time gets the time of the previous cue. Null if no cue has a time. */
function clockOf({ text, starts, timesMs }: SpokenText) {
  const times: number[] = [];
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
    /** Includes earlier cues that last into the interval. */
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
      return Math.floor(begun + Math.min(units === 0 ? 0 : untilNext, units * MS_PER_UNIT));
    },
  };
}

const SENTENCE_END = /[.!?…]["'”’)\]»]*\s+|[。！？]["'”’）」』]*\s*/gu;

function* sentencesOf(text: string, from: number, to: number) {
  const turn = text.slice(from, to).trimEnd();
  let start = 0;
  const ends = [...turn.matchAll(SENTENCE_END)].map(({ index, 0: { length } }) => index + length);
  for (const end of [...ends, turn.length]) {
    if (end < turn.length && end - start < MIN_LENGTH) continue;
    for (const part of partsOf(turn.slice(start, end))) {
      const words = part.text.trim();
      if (words !== '') yield { start: from + start + part.start, words };
    }
    start = end;
  }
}

function* partsOf(sentence: string) {
  let start = 0;
  while (sentence.length - start > MAX_LENGTH) {
    const space = sentence.lastIndexOf(' ', start + MAX_LENGTH);
    let end = space > start + MAX_LENGTH / 2 ? space + 1 : start + MAX_LENGTH;
    if (/[\uD800-\uDBFF]/.test(sentence[end - 1] ?? '')) end -= 1;
    yield { start, text: sentence.slice(start, end) };
    start = end;
  }
  yield { start, text: sentence.slice(start) };
}

/** Takes the sentence at `atMs`, then earlier sentences up to half of the bytes, then later sentences. */
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
  if (fits(end, MAX_BYTES)) end += 1;
  while (fits(first - 1, MAX_BYTES / 2)) first -= 1;
  while (fits(end, MAX_BYTES)) end += 1;
  return sentences.slice(first, end);
}
