import * as z from 'zod';
import type { SpokenShow } from '../../contract/index.ts';

/** Counts of what everybody can find in the catalogue, and the times of its refreshes. */
export const catalogueContents = z.object({
  episodes: z.number(),
  podcasts: z.number(),
  spoken: z.number(),
  /** End of the last refresh, epoch milliseconds; null before the first. */
  refreshedAtMs: z.number().nullable(),
  /** Due time of the next feed, epoch ms; may lie in the past. Null without listed feeds. */
  nextFetchAtMs: z.number().nullable(),
});

export type CatalogueContents = z.infer<typeof catalogueContents>;

export const spokenShow = z.object({
  podcast: z.string(),
  episodes: z.number(),
  spoken: z.number(),
}) satisfies z.ZodType<SpokenShow>;
