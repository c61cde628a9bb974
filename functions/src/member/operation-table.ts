import * as z from 'zod/mini';
import {
  alertCountsRequestSchema,
  appsRequestSchema,
  channelsRequestSchema,
  confirmAddressRequestSchema,
  deleteAccountRequestSchema,
  digestPreviewRequestSchema,
  type ExportRefusal,
  EXPORTS_AN_HOUR,
  followShowsRequestSchema,
  HOUR_MS,
  keysRequestSchema,
  type LookupLimit,
  LOOKUPS_A_MINUTE,
  lookUpShowRequestSchema,
  MAX_ALERT_COUNTS,
  MAX_FEED_URL_LENGTH,
  MAX_KEYWORD_LENGTH,
  MAX_OPML_BYTES,
  MAX_SHOWS,
  type MemberOperation,
  type MemberOperations,
  MINUTE_MS,
  previewShowsRequestSchema,
  unfollowShowRequestSchema,
} from '../contract/index.ts';
import { channelCalls } from './channels/channel-calls.ts';
import type { RateWindow } from '../platform/clients/count-call.ts';
import type { MemberWork } from './member-work.ts';

export interface CallCount {
  key: string;
  window: RateWindow;
  refusal: string;
  /** The `details.code` of the refusal, for the site. */
  code?: LookupLimit['code'] | ExportRefusal['code'];
}

interface Operation<Name extends MemberOperation> {
  /** Completes the refusal "sign in to …". */
  signInTo: string;
  /** True if the token of a deleted account is accepted. */
  mayBeGone?: boolean;
  needsVerified?: (body: MemberOperations[Name]['body']) => boolean;
  schema: z.ZodMiniType<MemberOperations[Name]['body']>;
  /** Maximum time of a call, ms; {@link WITHIN_MS} by default. */
  withinMs?: number;
  /** Completes the refusal "the body …"; "has other fields" by default. */
  bodyIs?: string;
  limits: {
    /** Maximum bytes of the body; {@link BODY_BYTES} by default. */
    bytes?: number;
    /** Null or absent if the call is not counted, or counts as a search. */
    count?: (body: MemberOperations[Name]['body']) => CallCount | null;
  };
  /** Imports the operation lazily, so that a call loads only what it needs. */
  work: () => Promise<MemberWork<Name>>;
}

/** Shorter than the 70 seconds for which Firebase's client waits. */
export const WITHIN_MS = 50_000;
const FEEDS_WITHIN_MS = 60_000;
const EXPORT_WITHIN_MS = 65_000;
/** Shorter than the function's timeout. The site waits as long for a deletion. */
const DELETION_WITHIN_MS = 290_000;

/** The longest body without its own limit, the confirmation of a deletion, has a thousand characters. */
const BODY_BYTES = 8192;

const KEYS_A_MINUTE = 6;
/** Each may fetch the document of an app. */
const APPS_A_MINUTE = 20;
const REVOKED_A_MINUTE = 60;
const CONFIRMED_A_MINUTE = 20;
const DELETED_A_MINUTE = 6;
/** One call fetches at most as many feeds as the person can still add today. */
const LISTS_A_MINUTE = 6;
const UNFOLLOWED_A_MINUTE = 60;

const showsCount = (kind: string, limit: number) => (): CallCount => ({
  key: `shows ${kind}`,
  window: { limit, windowMs: MINUTE_MS },
  refusal: 'too-many-lookups',
  code: 'too-many-lookups',
});

const callsAMinute = (key: string, limit: number) => (): CallCount => ({
  key,
  window: { limit, windowMs: MINUTE_MS },
  refusal: 'too many calls',
});

/** Enough to load the list of `MAX_ALERTS` alerts six times. */
const ALERT_COUNTS_AN_HOUR = 60;

export const OPERATIONS: { readonly [Name in MemberOperation]: Operation<Name> } = {
  alertCounts: {
    signInTo: 'have alerts',
    schema: alertCountsRequestSchema,
    limits: {
      // A UTF-16 code unit takes at most three bytes in UTF-8.
      bytes: MAX_ALERT_COUNTS * (3 * MAX_KEYWORD_LENGTH + 100),
      count: () => ({
        key: 'alert counts',
        window: { limit: ALERT_COUNTS_AN_HOUR, windowMs: HOUR_MS },
        refusal: 'too many calls',
      }),
    },
    work: async () => (await import('./previews/alert-counts-call.ts')).alertCounts,
  },
  apps: {
    signInTo: 'connect apps',
    schema: appsRequestSchema,
    needsVerified: ({ action }) => action !== 'revoke',
    limits: {
      count: ({ action }) =>
        action === 'revoke'
          ? callsAMinute('apps revoke', REVOKED_A_MINUTE)()
          : callsAMinute('apps', APPS_A_MINUTE)(),
    },
    work: async () => (await import('./account/apps-call.ts')).apps,
  },
  channels: {
    signInTo: 'have channels',
    schema: channelsRequestSchema,
    needsVerified: ({ action }) => action !== 'delete',
    limits: {
      count: ({ action }) => {
        const { key, window } = channelCalls(action);
        return { key, window, refusal: 'too many calls' };
      },
    },
    work: async () => (await import('./channels/channels-call.ts')).channels,
  },
  /** Confirms the first verification of the caller's address, and keeps or deletes the alerts saved before it. */
  confirmAddress: {
    signInTo: 'confirm your address',
    schema: confirmAddressRequestSchema,
    needsVerified: () => true,
    limits: { count: callsAMinute('confirm address', CONFIRMED_A_MINUTE) },
    work: async () => (await import('./account/confirm-address-call.ts')).confirmAddress,
  },
  deleteAccount: {
    signInTo: 'delete your account',
    // An interrupted deletion can be repeated even after the account itself is deleted.
    mayBeGone: true,
    schema: deleteAccountRequestSchema,
    bodyIs: 'must be {confirm}',
    withinMs: DELETION_WITHIN_MS,
    limits: { count: callsAMinute('delete account', DELETED_A_MINUTE) },
    work: async () => (await import('./account/delete-account-call.ts')).deleteAccount,
  },
  exportAccount: {
    signInTo: 'download your data',
    schema: z.unknown(),
    withinMs: EXPORT_WITHIN_MS,
    limits: {
      count: () => ({
        key: 'export',
        window: { limit: EXPORTS_AN_HOUR, windowMs: HOUR_MS },
        refusal: 'too-many-exports',
        code: 'too-many-exports',
      }),
    },
    work: async () => (await import('./account/export-account-call.ts')).exportAccount,
  },
  followShows: {
    signInTo: 'follow shows',
    schema: followShowsRequestSchema,
    withinMs: FEEDS_WITHIN_MS,
    needsVerified: () => true,
    limits: {
      bytes: 2 * MAX_SHOWS * MAX_FEED_URL_LENGTH,
      count: showsCount('follow', LISTS_A_MINUTE),
    },
    work: async () => (await import('./shows/shows-call.ts')).followShows,
  },
  keys: {
    signInTo: 'make keys',
    schema: keysRequestSchema,
    needsVerified: ({ action }) => action === 'create',
    limits: {
      count: ({ action }) =>
        action === 'create'
          ? {
              key: 'keys',
              window: { limit: KEYS_A_MINUTE, windowMs: MINUTE_MS },
              refusal: 'too many keys',
            }
          : callsAMinute('keys revoke', REVOKED_A_MINUTE)(),
    },
    work: async () => (await import('./account/keys-call.ts')).keys,
  },
  lookUpShow: {
    signInTo: 'follow shows',
    schema: lookUpShowRequestSchema,
    withinMs: FEEDS_WITHIN_MS,
    needsVerified: () => true,
    limits: { count: showsCount('lookup', LOOKUPS_A_MINUTE) },
    work: async () => (await import('./shows/shows-call.ts')).lookUpShow,
  },
  previewDigest: {
    signInTo: 'preview your alerts',
    schema: digestPreviewRequestSchema,
    bodyIs: 'must be {alertId}',
    limits: {},
    work: async () => (await import('./previews/preview-digest-call.ts')).previewDigest,
  },
  previewShows: {
    signInTo: 'follow shows',
    schema: previewShowsRequestSchema,
    withinMs: FEEDS_WITHIN_MS,
    needsVerified: () => true,
    limits: {
      // Quotation marks and line ends take two bytes in JSON.
      bytes: 2 * MAX_OPML_BYTES,
      count: showsCount('preview', LISTS_A_MINUTE),
    },
    work: async () => (await import('./shows/preview-shows-call.ts')).previewShows,
  },
  unfollowShow: {
    signInTo: 'follow shows',
    schema: unfollowShowRequestSchema,
    limits: { count: showsCount('unfollow', UNFOLLOWED_A_MINUTE) },
    work: async () => (await import('./shows/unfollow-show-call.ts')).unfollowShow,
  },
};

/** Maps `/lookUpShow` to `lookUpShow`; returns null for an unknown path. */
export function operationAt(path: string): MemberOperation | null {
  const name = path.replace(/^\//, '');
  return isOperation(name) ? name : null;
}

function isOperation(name: string): name is MemberOperation {
  return Object.hasOwn(OPERATIONS, name);
}

export function bodyBytesAt(path: string): number {
  const operation = operationAt(path);
  return (operation === null ? undefined : OPERATIONS[operation].limits.bytes) ?? BODY_BYTES;
}
