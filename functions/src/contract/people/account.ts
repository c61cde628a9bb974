import * as z from 'zod/mini';
import { MINUTE_MS } from '../time.ts';

/** Longest time since the last sign-in to delete an account. */
export const RECENT_SIGN_IN_MS = 5 * MINUTE_MS;

/** Body of the callable `deleteAccount`. Unknown fields are refused. */
export const deleteAccountRequestSchema = z.strictObject({
  /** The account's own address; case and surrounding space are ignored. */
  confirm: z.string().check(z.maxLength(1000)),
});

export type DeleteAccountRequest = z.infer<typeof deleteAccountRequestSchema>;

/**
 * `recent-login-required` has code `failed-precondition`, `confirmation-mismatch`
 * `invalid-argument`.
 */
export const deletionRefusalSchema = z.object({
  code: z.enum(['recent-login-required', 'confirmation-mismatch']),
});

export type DeletionRefusal = z.infer<typeof deletionRefusalSchema>['code'];

/** Most exports of a person within an hour. */
export const EXPORTS_AN_HOUR = 5;

/** `details` of an `exportAccount` that comes too soon (code `resource-exhausted`). */
export const exportRefusalSchema = z.object({
  code: z.literal('too-many-exports'),
  /** Milliseconds until the next export is allowed. */
  retryAfterMs: z.number().check(z.nonnegative()),
});

export type ExportRefusal = z.infer<typeof exportRefusalSchema>;

const isoDateTime = z.iso.datetime();

/** A stored document: its id and fields, dates as ISO 8601 in UTC. */
const exportedDocumentSchema = z.looseObject({ id: z.string() });

const truncationSchema = z.object({
  alerts: z.boolean(),
  bookmarks: z.boolean(),
  deliveries: z.boolean(),
  digests: z.boolean(),
});

/** Collections below `users/{uid}`, and the person's part of `digests`. */
export type AccountCollection = keyof z.infer<typeof truncationSchema>;

/**
 * Bytes of JSON (UTF-8) per collection, lowest ids first; together below a callable's 10 MB. Alerts
 * take about 100 bytes, bookmarks 1 500, at most 50 000.
 */
export const EXPORT_LIMIT_BYTES: Record<AccountCollection, number> = {
  alerts: 1_500_000,
  bookmarks: 5_000_000,
  deliveries: 1_250_000,
  digests: 1_250_000,
};

export const accountExportSchema = z.object({
  exportedAt: isoDateTime,
  account: z.object({
    /** Null for an account without an address. */
    email: z.nullable(z.string()),
    emailVerified: z.boolean(),
    createdAt: isoDateTime,
    /** `password`, `google.com`. */
    providers: z.array(z.string()),
  }),
  /** Fields of `users/{uid}`, or null if none were ever set. */
  preferences: z.nullable(z.record(z.string(), z.unknown())),
  alerts: z.array(exportedDocumentSchema),
  bookmarks: z.array(exportedDocumentSchema),
  deliveries: z.array(exportedDocumentSchema),
  /** The mails of the last weeks, unsent ones included. */
  digests: z.array(exportedDocumentSchema),
  /** The sent log by day (UTC, "2026-11-21"), oldest first; it holds hashes of episodes only. */
  mailed: z.array(
    z.object({
      day: z.string(),
      episodes: z.int().check(z.nonnegative()),
      digests: z.int().check(z.nonnegative()),
    }),
  ),
  /** True for a list beyond {@link EXPORT_LIMIT_BYTES}, or not read within a minute. */
  truncated: truncationSchema,
});

export type AccountExport = z.infer<typeof accountExportSchema>;
