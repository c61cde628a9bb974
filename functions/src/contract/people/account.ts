import * as z from 'zod/mini';
import { MINUTE_MS } from '../time.ts';

/** Max age of a sign-in that may delete the account. */
export const RECENT_SIGN_IN_MS = 5 * MINUTE_MS;

export const deleteAccountRequestSchema = z.strictObject({
  /** The account's email address. Case and surrounding space are ignored. */
  confirm: z.string().check(z.maxLength(1000)),
});

export type DeleteAccountRequest = z.infer<typeof deleteAccountRequestSchema>;

/** The error's `details` if `deleteAccount` refuses a request. */
export const deletionRefusalSchema = z.object({
  code: z.enum(['recent-login-required', 'confirmation-mismatch']),
});

export type DeletionRefusal = z.infer<typeof deletionRefusalSchema>['code'];

export const EXPORTS_AN_HOUR = 5;

/** The error's `details` if `exportAccount` refuses a request (code `resource-exhausted`). */
export const exportRefusalSchema = z.object({
  code: z.literal('too-many-exports'),
  retryAfterMs: z.number().check(z.nonnegative()),
});

export type ExportRefusal = z.infer<typeof exportRefusalSchema>;

/** The error's `details` if an operation needs a verified address (code `failed-precondition`). */
export const verificationRefusalSchema = z.object({ code: z.literal('address-not-verified') });

export type VerificationRefusal = z.infer<typeof verificationRefusalSchema>;

/** The error's `details` if the caller's session has ended (code `unauthenticated`). */
export const sessionRefusalSchema = z.object({ code: z.literal('session-ended') });

export type SessionRefusal = z.infer<typeof sessionRefusalSchema>;

/** Sent after the address is verified. `alerts` decides about alerts saved before that (`asksAboutAlerts`). */
export const confirmAddressRequestSchema = z.strictObject({
  alerts: z.optional(z.enum(['keep', 'delete'])),
});

export type ConfirmAddressRequest = z.infer<typeof confirmAddressRequestSchema>;

const isoDateTime = z.iso.datetime();

/** A stored document; its times are in ISO 8601 and UTC. */
const exportedDocumentSchema = z.looseObject({ id: z.string() });

const truncationSchema = z.object({
  alerts: z.boolean(),
  bookmarks: z.boolean(),
  shows: z.boolean(),
  apiKeys: z.boolean(),
  apps: z.boolean(),
  channels: z.boolean(),
  feedItems: z.boolean(),
  matches: z.boolean(),
  deliveries: z.boolean(),
  digests: z.boolean(),
});

export type AccountCollection = keyof z.infer<typeof truncationSchema>;

/**
 * Max bytes of JSON. The sum must fit a response (32 MB) and, for ten calls at once, the memory of `member`. A bookmark has
 * about 1,500, at most 50,000; a full private feed 400,000.
 */
export const EXPORT_LIMIT_BYTES: Record<AccountCollection, number> = {
  alerts: 1_500_000,
  bookmarks: 5_000_000,
  shows: 400_000,
  apiKeys: 10_000,
  apps: 20_000,
  channels: 100_000,
  feedItems: 1_500_000,
  matches: 8_000_000,
  deliveries: 1_250_000,
  digests: 1_250_000,
};

const toldDaySchema = z.object({
  day: z.string(),
  episodes: z.int().check(z.nonnegative()),
  digests: z.int().check(z.nonnegative()),
});

export const accountExportSchema = z.object({
  exportedAt: isoDateTime,
  account: z.object({
    email: z.nullable(z.string()),
    emailVerified: z.boolean(),
    createdAt: isoDateTime,
    providers: z.array(z.string()),
  }),
  preferences: z.nullable(z.record(z.string(), z.unknown())),
  alerts: z.array(exportedDocumentSchema),
  bookmarks: z.array(exportedDocumentSchema),
  shows: z.array(exportedDocumentSchema),
  /** Without the keys themselves, which are not stored. */
  apiKeys: z.array(exportedDocumentSchema),
  /** Connected apps, without their tokens, which are not stored. */
  apps: z.array(exportedDocumentSchema),
  /** With the address (`url`) of a webhook, chat or browser, without the secrets of its messages. */
  channels: z.array(exportedDocumentSchema),
  /** The items of each private feed, by channel. The feed's address is not stored. */
  feedItems: z.array(exportedDocumentSchema),
  /** The newest first. */
  matches: z.array(exportedDocumentSchema),
  deliveries: z.array(exportedDocumentSchema),
  digests: z.array(exportedDocumentSchema),
  /** The sent log by UTC day ("2026-11-21"), oldest first. */
  mailed: z.array(toldDaySchema),
  toldChannels: z.array(z.object({ id: z.string(), days: z.array(toldDaySchema) })),
  /** Unsent episodes of version 1.1. Id: `pending` for the next email, `pending-{channelId}` for a channel's next message. */
  pending: z.array(
    z.object({
      id: z.string(),
      episodes: z.array(z.object({ title: z.string(), podcast: z.string(), link: z.string() })),
    }),
  ),
  /** True for each list that was cut off at {@link EXPORT_LIMIT_BYTES} or after a minute of reading. */
  truncated: truncationSchema,
});

export type AccountExport = z.infer<typeof accountExportSchema>;
