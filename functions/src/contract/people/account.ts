import * as z from 'zod/mini';
import { MINUTE_MS } from '../time.ts';

/** To delete the account, a person must have signed in within this time; milliseconds. */
export const RECENT_SIGN_IN_MS = 5 * MINUTE_MS;

/** Body of the callable `deleteAccount`. Unknown fields are refused. */
export const deleteAccountRequestSchema = z.strictObject({
  /** The account's own email address, typed by the person; case and surrounding space do not matter. */
  confirm: z.string().check(z.maxLength(1000)),
});

export type DeleteAccountRequest = z.infer<typeof deleteAccountRequestSchema>;

/**
 * `details` of a refused `deleteAccount`: `recent-login-required` (code `failed-precondition`) asks
 * to sign in once more, `confirmation-mismatch` (code `invalid-argument`) to type the address again.
 */
export const deletionRefusalSchema = z.object({
  code: z.enum(['recent-login-required', 'confirmation-mismatch']),
});

export type DeletionRefusal = z.infer<typeof deletionRefusalSchema>['code'];

/** How often a person may have their data exported within any hour. */
export const EXPORTS_AN_HOUR = 5;

/** `details` of an `exportAccount` that comes too soon (code `resource-exhausted`). */
export const exportRefusalSchema = z.object({
  code: z.literal('too-many-exports'),
  /** When the next one is allowed, milliseconds from now. */
  retryAfterMs: z.number().check(z.nonnegative()),
});

export type ExportRefusal = z.infer<typeof exportRefusalSchema>;

const isoDateTime = z.iso.datetime();

/** A stored document: its id and its fields, with dates as ISO 8601 text in UTC. */
const exportedDocumentSchema = z.looseObject({ id: z.string() });

const truncationSchema = z.object({
  alerts: z.boolean(),
  bookmarks: z.boolean(),
  deliveries: z.boolean(),
  digests: z.boolean(),
});

/** The collections an export holds: those below `users/{uid}`, and of `digests` the person's. */
export type AccountCollection = keyof z.infer<typeof truncationSchema>;

/**
 * Most bytes of JSON (UTF-8) an export holds of each collection, the documents with the lowest ids
 * first. Together they stay below the 10 MB a callable may answer with. Ordinary alerts take 100
 * bytes, bookmarks 1 500; of the largest possible bookmarks about a hundred fit.
 */
export const EXPORT_LIMIT_BYTES: Record<AccountCollection, number> = {
  alerts: 1_500_000,
  bookmarks: 5_000_000,
  deliveries: 1_250_000,
  digests: 1_250_000,
};

/** Answer of the callable `exportAccount`: everything stored about the person who calls. */
export const accountExportSchema = z.object({
  exportedAt: isoDateTime,
  account: z.object({
    /** Null for an account without an address. */
    email: z.nullable(z.string()),
    emailVerified: z.boolean(),
    createdAt: isoDateTime,
    /** Ways to sign in: `password`, `google.com`. */
    providers: z.array(z.string()),
  }),
  /** The fields of `users/{uid}`, or null where none were ever set. */
  preferences: z.nullable(z.record(z.string(), z.unknown())),
  alerts: z.array(exportedDocumentSchema),
  bookmarks: z.array(exportedDocumentSchema),
  deliveries: z.array(exportedDocumentSchema),
  /** The mails of the last weeks with all they told, also those that are still to be sent. */
  digests: z.array(exportedDocumentSchema),
  /**
   * What is stored so that no episode is mailed twice, one entry a day (UTC, "2026-11-21"), oldest
   * first. Of each episode only a hash is stored, so the export gives their number.
   */
  mailed: z.array(
    z.object({
      day: z.string(),
      episodes: z.int().check(z.nonnegative()),
      digests: z.int().check(z.nonnegative()),
    }),
  ),
  /**
   * True where the list is incomplete: it exceeds {@link EXPORT_LIMIT_BYTES}, or could not be read
   * within a minute.
   */
  truncated: truncationSchema,
});

export type AccountExport = z.infer<typeof accountExportSchema>;
