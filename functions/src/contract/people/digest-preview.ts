import * as z from 'zod/mini';

/** Body of the callable `previewDigest`. Unknown fields are refused. */
export const digestPreviewRequestSchema = z.strictObject({
  /** Id of the document below `users/{uid}/alerts`. */
  alertId: z.string().check(z.regex(/^(?!\.\.?$|__)[^/]{1,100}$/)),
});

export const digestPreviewSchema = z.object({
  /** How far back episodes were looked for. */
  days: z.int().check(z.positive()),
  /** As it would be sent, with links that grant nothing; null if nothing was found. */
  mail: z.nullable(z.object({ subject: z.string(), html: z.string() })),
});

export type DigestPreview = z.infer<typeof digestPreviewSchema>;
