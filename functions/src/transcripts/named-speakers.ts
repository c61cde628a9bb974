import type { Cue } from './transcript.ts';

/** `Ann Smith: text` */
const NAME_FIRST =
  /^(?:>>\s?|- ?)?(\p{Lu}[\p{L}\p{M}\p{N}.'’-]{0,30}(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}.'’-]{0,30}){0,3}): (?=\S)/u;
/** What stands there once may be no name ("Remember: …"), unless most pieces begin with one. */
const FEWEST = 2;

/**
 * The pieces with the speakers whose names stand before what they say. A speaker that the transcript
 * names otherwise stays.
 */
export function namedSpeakers(cues: Cue[]): Cue[] {
  const counts = new Map<string, number>();
  for (const cue of cues) {
    const name = nameBefore(cue);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const named = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const fewest = named >= FEWEST && named > cues.length / 2 ? 1 : FEWEST;
  const isName = (name: string) => (counts.get(name) ?? 0) >= fewest;
  return cues.map((cue) => {
    const name = nameBefore(cue);
    if (name === undefined || !isName(name)) return cue;
    return { startMs: cue.startMs, speaker: name, text: cue.text.replace(NAME_FIRST, '') };
  });
}

function nameBefore({ speaker, text }: Cue): string | undefined {
  return speaker === undefined ? NAME_FIRST.exec(text)?.[1] : undefined;
}
