import * as z from 'zod/mini';
import { MAX_KEYWORD_LENGTH } from '../episodes/search-limits.ts';

/**
 * What is stored when a person saves an alert, besides `createdAt`, which the server sets. The keyword is
 * trimmed and then 1 to {@link MAX_KEYWORD_LENGTH} UTF-16 code units long; firestore.rules enforce the
 * same. With `language` 1 it is a question (`readQuestion`). Without, it is words side by side, whatever
 * signs it holds; a keyword of plain words is saved so. With `spoken` false only written texts are
 * searched, not transcripts.
 */
export const newAlertSchema = z.strictObject({
  keyword: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_KEYWORD_LENGTH)),
  language: z.optional(z.literal(1)),
  spoken: z.optional(z.literal(false)),
});

export type NewAlert = z.infer<typeof newAlertSchema>;

/**
 * A saved alert as a list shows it. Limits are checked on writing, not here: one malformed document
 * must not break the whole list.
 */
export const alertSchema = z.object({
  id: z.string(),
  keyword: z.string(),
  /** See {@link newAlertSchema}. */
  language: z.optional(z.number()),
  /** Whether transcripts are searched too. Missing means yes. */
  spoken: z.optional(z.boolean()),
  /** When it was saved, epoch milliseconds; a fraction is possible. */
  createdAtMs: z.number(),
  /** Whether it is paused: no episodes are looked for until it is resumed. Missing means no. */
  paused: z.optional(z.boolean()),
  /** When it was last resumed, epoch milliseconds; episodes from before that are not mailed. */
  resumedAtMs: z.optional(z.number()),
  /**
   * When it was told to leave something out, epoch milliseconds, by what (`leftOut`). What was typed
   * with the keyword has no time. Stored as timestamps in a map named `excluded`.
   */
  excludedAtMs: z.optional(z.record(z.string(), z.number())),
  /** What the last mail said about it; only the server writes it. */
  lastMatch: z.optional(
    z.object({
      /** When that was mailed, epoch milliseconds; stored as a timestamp named `at`. */
      atMs: z.number(),
      /** How many episodes. */
      episodes: z.int().check(z.nonnegative()),
    }),
  ),
});

export type Alert = z.infer<typeof alertSchema>;
