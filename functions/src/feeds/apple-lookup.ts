import * as z from 'zod';

/** Of an answer about 100 shows. */
export const MAX_LOOKUP_BYTES = 1_000_000;

const showSchema = z.object({
  feedUrl: z.string().optional(),
  collectionName: z.string().optional(),
});
const answerSchema = z.object({ results: z.array(z.unknown()) });

/** A show of Apple's directory. It has no `feedUrl` if it is only on Apple Podcasts. */
export type AppleShow = z.infer<typeof showSchema>;

/**
 * Returns the address that answers about shows by their ids, up to 200.
 * @param lookupUrl Such as `https://itunes.apple.com/lookup`.
 * @param country Two letters; the United States by default. Some shows are in the directory of one country alone.
 */
export function appleLookup(ids: readonly string[], lookupUrl: string, country?: string): string {
  const url = new URL(lookupUrl);
  url.searchParams.set('id', ids.join(','));
  url.searchParams.set('entity', 'podcast');
  if (country !== undefined) url.searchParams.set('country', country);
  return url.href;
}

/** Returns null for an answer of another form. Unknown ids have no result. */
export function readAppleLookup(answer: unknown): AppleShow[] | null {
  const read = answerSchema.safeParse(answer);
  if (!read.success) return null;
  const shows = read.data.results.flatMap((result) => {
    const show = showSchema.safeParse(result);
    return show.success ? [show.data] : [];
  });
  return shows.length === 0 && read.data.results.length > 0 ? null : shows;
}
