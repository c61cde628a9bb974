import * as z from 'zod/mini';

export const digestPreviewRequestSchema = z.strictObject({
  /** Id of a document in `users/{uid}/alerts`. */
  alertId: z.string().check(z.regex(/^(?!\.\.?$|__)[^/]{1,100}$/)),
});

export type DigestPreviewRequest = z.infer<typeof digestPreviewRequestSchema>;

export const digestPreviewSchema = z.object({
  /** Searched period in days. */
  days: z.int().check(z.positive()),
  /** The email without tokens in its links; null if nothing matches. */
  mail: z.nullable(z.object({ subject: z.string(), html: z.string() })),
});

export type DigestPreview = z.infer<typeof digestPreviewSchema>;
