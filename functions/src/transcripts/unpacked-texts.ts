import { type SpokenText, unpackSpokenText } from './spoken-text.ts';

/**
 * So many texts are kept, of about 150 kB each: as many as one answer shows. The next answer often shows
 * the newest of them again.
 */
const MOST_KEPT = 100;
const TAIL_BYTES = 16;

/** The texts that were asked for last, the oldest first. */
const kept = new Map<string, SpokenText>();

/**
 * As {@link unpackSpokenText}, which takes as long as searching the text, for a text that is often asked
 * for: searches for frequent words show the same newest episodes.
 * @param id The episode's id. It may come again with another text, which ends differently.
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
