import { isReadable, plainLine } from '../feeds/read/plain-text.ts';
import { namedSpeakers } from './named-speakers.ts';
import { type Cue, MAX_CUE_LENGTH } from './transcript.ts';

/** Longest name of a speaker, UTF-16 code units. */
const MAX_SPEAKER_LENGTH = 80;
/** Pieces that begin within this time of each other are one: some tools write a piece for each word. */
const JOINED_WITHIN_MS = 2_000;

/**
 * The pieces with plain texts and names, in the order of their times where all have one. Empty ones
 * and those that come twice at the same time are left out, short ones of one speaker joined, and long ones cut.
 */
export function cleanCues(written: readonly Cue[]): Cue[] {
  const plain: Cue[] = [];
  for (const { startMs, speaker = '', text } of written) {
    const words = plainLine(text, Infinity).normalize('NFC');
    if (!isReadable(words)) continue;
    const name = plainLine(speaker, MAX_SPEAKER_LENGTH).replace(/\s*:$/, '').normalize('NFC');
    plain.push({ startMs, ...(isReadable(name) && { speaker: name }), text: words });
  }
  const timed = plain.every(({ startMs }) => startMs !== null);
  const ordered = timed
    ? plain.sort((left, right) => Number(left.startMs) - Number(right.startMs))
    : plain;
  return joined(namedSpeakers(ordered)).flatMap(cut);
}

function joined(cues: readonly Cue[]): Cue[] {
  const groups: { cue: Cue; texts: string[]; length: number }[] = [];
  let before: Cue | undefined;
  for (const cue of cues) {
    const isRepeated =
      cue.startMs !== null && cue.startMs === before?.startMs && cue.text === before.text;
    before = cue;
    if (isRepeated) continue;
    const last = groups.at(-1);
    if (last !== undefined && belongs(cue, last.cue) && last.length < MAX_CUE_LENGTH / 2) {
      last.texts.push(/^[,.;:!?…)]/.test(cue.text) ? cue.text : ` ${cue.text}`);
      last.length += cue.text.length;
    } else {
      groups.push({ cue, texts: [cue.text], length: cue.text.length });
    }
  }
  return groups.map(({ cue, texts }) => ({ ...cue, text: texts.join('') }));
}

/** In a row of words, each belongs to the one that begins the piece. */
function belongs(cue: Cue, first: Cue): boolean {
  if (cue.startMs === null || first.startMs === null || cue.speaker !== first.speaker) return false;
  return cue.startMs - first.startMs < JOINED_WITHIN_MS;
}

/** The parts begin all at the same time: nobody says when the later ones do. */
function cut(cue: Cue): Cue[] {
  const parts: Cue[] = [];
  let rest = cue.text;
  while (rest.length > MAX_CUE_LENGTH) {
    const space = rest.lastIndexOf(' ', MAX_CUE_LENGTH);
    const end = space > MAX_CUE_LENGTH / 2 ? space : MAX_CUE_LENGTH;
    parts.push({ ...cue, text: rest.slice(0, end).trimEnd() });
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? parts : [...parts, { ...cue, text: rest }];
}
