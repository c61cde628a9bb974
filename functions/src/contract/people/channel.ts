import * as z from 'zod/mini';
import { stripBidiControls } from '../bidi-controls.ts';
import { MINUTE_MS } from '../time.ts';
import { MAX_ALERTS } from './slots.ts';
import { type StoredFields, withMillis } from './stored-times.ts';

/** `feed` is a private feed, whose address contains a token. */
export const CHANNEL_KINDS = [
  'feed',
  'webhook',
  'slack',
  'discord',
  'teams',
  'telegram',
  'push',
  'ntfy',
] as const;

export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Max channels per person, including private feeds. The server enforces this limit. */
export const MAX_CHANNELS = 20;

/** UTF-16 code units. */
export const MAX_CHANNEL_NAME_LENGTH = 60;

/** UTF-16 code units. */
export const MAX_CHANNEL_URL_LENGTH = 2048;

/** Channel ids are random, and never the feed's token or a hash of it. */
export const channelIdSchema = z.string().check(z.regex(/^[0-9a-z]{20}$/));

const alertSlot = z.string().check(z.regex(/^\d{3}$/));

/** `all` includes alerts saved later. */
const alertsSchema = z.union([
  z.literal('all'),
  z.array(alertSlot).check(z.minLength(1), z.maxLength(MAX_ALERTS)),
]);

export const channelNameSchema = z
  .string()
  .check(
    z.overwrite(stripBidiControls),
    z.trim(),
    z.minLength(1),
    z.maxLength(MAX_CHANNEL_NAME_LENGTH),
  );

export const channelUrlSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_CHANNEL_URL_LENGTH));

/** Keys of a browser's push subscription (RFC 8291), base64url. */
export const pushKeysSchema = z.object({
  /** The browser's public key: a point of P-256, uncompressed. */
  p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}$/)),
});

export type PushKeys = z.infer<typeof pushKeysSchema>;

export const channelsRequestSchema = z.discriminatedUnion('action', [
  /** Responds with {@link ChannelCreated}. A feed has no `url`; other kinds need one. */
  z.strictObject({
    action: z.literal('create'),
    kind: z.enum(CHANNEL_KINDS),
    name: channelNameSchema,
    url: z.optional(channelUrlSchema),
    /** Only for `push`, whose `url` is the subscription's endpoint. */
    keys: z.optional(pushKeysSchema),
    alerts: alertsSchema,
  }),
  /** Responds with {@link PushKey}. */
  z.strictObject({ action: z.literal('push-key') }),
  /** Responds with `{}`. `isOn: true` also resets the states `failing` and `gone`. */
  z.strictObject({
    action: z.literal('change'),
    channelId: channelIdSchema,
    name: z.optional(channelNameSchema),
    alerts: z.optional(alertsSchema),
    isOn: z.optional(z.boolean()),
    /** Ignored; earlier versions send it. */
    catchUp: z.optional(z.boolean()),
  }),
  /**
   * Responds with {@link ChannelCreated}. The old secret still signs for a day; an old feed address answers 410 at
   * once.
   */
  z.strictObject({ action: z.literal('replace'), channelId: channelIdSchema }),
  /** Sends a test message at once. Responds with {@link ChannelTested}. */
  z.strictObject({ action: z.literal('test'), channelId: channelIdSchema }),
  /** Resends the message of a failed delivery. Responds with `{}`. */
  z.strictObject({ action: z.literal('resend'), deliveryId: z.string().check(z.maxLength(1000)) }),
  /** Responds with `{}`, even if there is no such channel. */
  z.strictObject({ action: z.literal('delete'), channelId: channelIdSchema }),
]);

export type ChannelsRequest = z.infer<typeof channelsRequestSchema>;

export const channelCreatedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('created'),
    channelId: channelIdSchema,
    /** Signs webhook messages (`whsec_…`); never returned again. */
    secret: z.optional(z.string()),
    /** Addresses of a private feed; never returned again. */
    feed: z.optional(z.object({ rss: z.string(), json: z.string() })),
  }),
  /** `message` tells the person why: invalid address, too many channels, or nothing to replace. */
  z.object({
    kind: z.literal('refused'),
    message: z.string(),
    isFull: z.optional(z.boolean()),
  }),
]);

export type ChannelCreated = z.infer<typeof channelCreatedSchema>;

/** The public key that a browser's subscription names as its `applicationServerKey` (RFC 8292), base64url. */
export const pushKeySchema = z.object({ key: z.string() });

export type PushKey = z.infer<typeof pushKeySchema>;

export const channelTestedSchema = z.object({
  isAccepted: z.boolean(),
  /** Null if there was no HTTP response. */
  status: z.nullable(z.int()),
  message: z.string(),
});

export type ChannelTested = z.infer<typeof channelTestedSchema>;

/**
 * Entry of an active channel, in the field `channels` of `users/{uid}`. One transaction writes the entry, the
 * channel's document and `channelsChangedAt` (server time), by which runs detect changes.
 */
export const channelEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  alerts: z.union([z.literal('all'), z.array(z.string())]),
  /**
   * When the owner created the channel or turned it on; older episodes are never sent. Turning on a `failing` or
   * `gone` channel keeps the time. Also stored as `since` in the channel's document.
   */
  sinceMs: z.number(),
  /** When `alerts` were chosen. An alert saved later in one of these slots is not chosen. */
  chosenAtMs: z.number(),
  /** Slot (`*` for all others) → time from which its matches are sent, epoch ms; see `ChosenAlerts`. */
  from: z.catch(z.optional(z.record(z.string(), z.number())), undefined),
});

export type ChannelEntry = z.infer<typeof channelEntrySchema>;

/** Max clock skew between Firestore, which sets an alert's time, and a function, which sets a choice's time. */
const MAX_SKEW_MS = MINUTE_MS;

/** True if the channel receives the alert. An alert saved in a chosen slot after the choice is excluded. */
export function isAlertIn(
  { alerts, chosenAtMs = Infinity }: Partial<Pick<Channel, 'chosenAtMs'>> & Pick<Channel, 'alerts'>,
  slot: string,
  createdAtMs: number,
): boolean {
  if (alerts === 'all') return true;
  return alerts.includes(slot) && createdAtMs <= chosenAtMs + MAX_SKEW_MS;
}

const storedChannelSchema = z.object({
  kind: z.enum(CHANNEL_KINDS),
  name: z.string(),
  /** Empty for a feed. The complete address is stored where only the server can read it. */
  host: z.string(),
  alerts: z.union([z.literal('all'), z.array(z.string())]),
  chosenAtMs: z.catch(z.optional(z.number()), undefined),
  /** `gone`: the receiver answered 410. `failing`: turned off after days of failures. */
  state: z.enum(['on', 'off', 'gone', 'failing']),
  createdAtMs: z.number(),
  /** When the token or secret was last replaced. */
  replacedAtMs: z.catch(z.optional(z.number()), undefined),
  /** When the last message was accepted or, for a feed, the last item was added. */
  deliveredAtMs: z.catch(z.optional(z.number()), undefined),
  /** First failure since `deliveredAtMs`. */
  failingSinceMs: z.catch(z.optional(z.number()), undefined),
  /** Why the last attempt failed, as shown to the person. */
  failure: z.catch(z.optional(z.string()), undefined),
});

export type Channel = z.infer<typeof storedChannelSchema> & { id: string };

/** Reads `users/{uid}/channels/{channelId}`, which only the server writes. */
export function readChannel(id: string, stored: StoredFields): Channel | null {
  const read = storedChannelSchema.safeParse(withMillis(stored));
  return read.success ? { ...read.data, id } : null;
}
