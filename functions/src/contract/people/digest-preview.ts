import * as z from 'zod/mini';

/** Body of the operation `previewDigest`. Unknown fields are refused. */
export const digestPreviewRequestSchema = z.strictObject({
  /** Document id below `users/{uid}/alerts`. */
  alertId: z.string().check(z.regex(/^(?!\.\.?$|__)[^/]{1,100}$/)),
});

export type DigestPreviewRequest = z.infer<typeof digestPreviewRequestSchema>;

export const digestPreviewSchema = z.object({
  /** Number of past days in which episodes were searched. */
  days: z.int().check(z.positive()),
  /** The email that would be sent, but without tokens in its links; null if nothing matches. */
  mail: z.nullable(z.object({ subject: z.string(), html: z.string() })),
});

export type DigestPreview = z.infer<typeof digestPreviewSchema>;
