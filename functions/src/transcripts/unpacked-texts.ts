import { type SpokenText, unpackSpokenText } from './spoken-text.ts';

/** Texts that are kept, some 150 kB each: as many as one answer shows, the newest of which the next shows too. */
const MOST_KEPT = 100;
const TAIL_BYTES = 16;

/** The last ones asked for, the oldest first. */
const kept = new Map<string, SpokenText>();

/**
 * As {@link unpackSpokenText}, which takes as long as looking through the text, for one that is often
 * asked for: searches for frequent words show the same newest episodes.
 * @param id The episode's. Ids may come again with another text, which ends otherwise.
 */
export function unpackedText(id: number, packed: Uint8Array): SpokenText {
  const tail = Buffer.from(packed.subarray(-TAIL_BYTES)).toString('hex');
  const key = `${id} ${packed.length} ${tail}`;
  const text = kept.get(key) ?? unpackSpokenText(packed);
  kept.delete(key);
  kept.set(key, text);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return text;
}
