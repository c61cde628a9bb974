import * as z from 'zod/mini';
import { withoutTurningMarks } from '../turning-marks.ts';
import { MINUTE_MS } from '../time.ts';
import { MAX_ALERTS } from './slots.ts';
import { type StoredFields, withMillis } from './stored-times.ts';

/** Kinds of channels. `feed`: a private feed, which is read at an address with a token. */
export const CHANNEL_KINDS = ['feed', 'webhook', 'slack', 'discord', 'teams', 'ntfy'] as const;

export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Limit of channels per person, including private feeds; the server enforces it. */
export const MAX_CHANNELS = 20;

/** UTF-16 code units. */
export const MAX_CHANNEL_NAME_LENGTH = 60;

/** Maximum length of an address that messages are posted to, UTF-16 code units. */
export const MAX_CHANNEL_URL_LENGTH = 2048;

/** Lowercase letters and digits, drawn at random; never the token or a hash of it. */
export const channelIdSchema = z.string().check(z.regex(/^[0-9a-z]{20}$/));

/** The id of an alert's document: its slot. */
const alertSlot = z.string().check(z.regex(/^\d{3}$/));

/** The alerts whose matches go into a channel; `all` includes later ones. */
const alertsSchema = z.union([
  z.literal('all'),
  z.array(alertSlot).check(z.minLength(1), z.maxLength(MAX_ALERTS)),
]);

export const channelNameSchema = z
  .string()
  .check(
    z.overwrite(withoutTurningMarks),
    z.trim(),
    z.minLength(1),
    z.maxLength(MAX_CHANNEL_NAME_LENGTH),
  );

export const channelUrlSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_CHANNEL_URL_LENGTH));

/** Body of the operation `channels`. */
export const channelsRequestSchema = z.discriminatedUnion('action', [
  /** Answers {@link ChannelCreated}. Only a feed has no `url`. */
  z.strictObject({
    action: z.literal('create'),
    kind: z.enum(CHANNEL_KINDS),
    name: channelNameSchema,
    url: z.optional(channelUrlSchema),
    alerts: alertsSchema,
  }),
  /** Answers `{}`. `isOn` true also ends the state `failing` or `gone`. */
  z.strictObject({
    action: z.literal('change'),
    channelId: channelIdSchema,
    name: z.optional(channelNameSchema),
    alerts: z.optional(alertsSchema),
    isOn: z.optional(z.boolean()),
    /** Of an earlier version; without effect. */
    catchUp: z.optional(z.boolean()),
  }),
  /**
   * Replaces a webhook's secret, and the old one still signs beside it for a day; or replaces a feed's token, and
   * the old address answers 410 from then on. Answers {@link ChannelCreated}.
   */
  z.strictObject({ action: z.literal('replace'), channelId: channelIdSchema }),
  /** Sends a test message at once. Answers {@link ChannelTested}. */
  z.strictObject({ action: z.literal('test'), channelId: channelIdSchema }),
  /** Sends the message of a failed delivery again. Answers `{}`. */
  z.strictObject({ action: z.literal('resend'), deliveryId: z.string().check(z.maxLength(1000)) }),
  /** Answers `{}`, also if there is no such channel. Nothing is sent to it from then on. */
  z.strictObject({ action: z.literal('delete'), channelId: channelIdSchema }),
]);

export type ChannelsRequest = z.infer<typeof channelsRequestSchema>;

export const channelCreatedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('created'),
    channelId: channelIdSchema,
    /** Signs messages of a webhook, `whsec_…`; shown only in this answer. */
    secret: z.optional(z.string()),
    /** Addresses of a private feed; shown only in this answer. */
    feed: z.optional(z.object({ rss: z.string(), json: z.string() })),
  }),
  /**
   * `message` is a sentence for the person: why the address is not accepted, that the limit of channels is reached,
   * or that there is nothing to replace.
   */
  z.object({
    kind: z.literal('refused'),
    message: z.string(),
    /** True if the person has {@link MAX_CHANNELS} already. */
    isFull: z.optional(z.boolean()),
  }),
]);

export type ChannelCreated = z.infer<typeof channelCreatedSchema>;

export const channelTestedSchema = z.object({
  isAccepted: z.boolean(),
  /** HTTP status of the answer; null if there was none. */
  status: z.nullable(z.int()),
  /** A sentence for the person. */
  message: z.string(),
});

export type ChannelTested = z.infer<typeof channelTestedSchema>;

/**
 * A channel that is on: an entry of the field `channels` of `users/{uid}`. Written in one transaction with the
 * channel's document and with `channelsChangedAt` (a server time), by which runs notice changes.
 */
export const channelEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  alerts: z.union([z.literal('all'), z.array(z.string())]),
  /**
   * The channel tells no episodes older than this: the time when it was created or switched on by its
   * owner. Also stored as `since` in the channel's document. Switching on a channel that was `failing` or `gone` keeps the time.
   */
  sinceMs: z.number(),
  /** When `alerts` were chosen. An alert that is saved in one of these slots later is not a chosen one. */
  chosenAtMs: z.number(),
  /** By slot (`*`: all others), the time since which an alert is told, epoch milliseconds; see `ChosenAlerts`. */
  from: z.catch(z.optional(z.record(z.string(), z.number())), undefined),
});

export type ChannelEntry = z.infer<typeof channelEntrySchema>;

/** Tolerance between two clocks: Firestore's sets the time of an alert, a function's the time of a choice. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/** Whether an alert's matches go into a channel; false if it was saved in a chosen slot after the choice. */
export function isAlertIn(
  { alerts, chosenAtMs = Infinity }: Partial<Pick<Channel, 'chosenAtMs'>> & Pick<Channel, 'alerts'>,
  slot: string,
  createdAtMs: number,
): boolean {
  if (alerts === 'all') return true;
  return alerts.includes(slot) && createdAtMs <= chosenAtMs + CLOCKS_DIFFER_MS;
}

const storedChannelSchema = z.object({
  kind: z.enum(CHANNEL_KINDS),
  name: z.string(),
  /** Host of the address; empty for a feed. The address itself is known to the server only. */
  host: z.string(),
  alerts: z.union([z.literal('all'), z.array(z.string())]),
  /** When `alerts` were chosen. */
  chosenAtMs: z.catch(z.optional(z.number()), undefined),
  /** `gone`: the receiver answered 410. `failing`: switched off after days of failures. */
  state: z.enum(['on', 'off', 'gone', 'failing']),
  /** Stored as timestamps. */
  createdAtMs: z.number(),
  /** When the token or secret was last replaced. */
  replacedAtMs: z.catch(z.optional(z.number()), undefined),
  /** Time of the last accepted message; of a feed's last item. */
  deliveredAtMs: z.catch(z.optional(z.number()), undefined),
  /** Time of the first failure since `deliveredAtMs`. */
  failingSinceMs: z.catch(z.optional(z.number()), undefined),
  /** Why the last try failed: a sentence for the person. */
  failure: z.catch(z.optional(z.string()), undefined),
});

export type Channel = z.infer<typeof storedChannelSchema> & { id: string };

/** `users/{uid}/channels/{channelId}`, written by the server only. Null if the document is no channel. */
export function readChannel(id: string, stored: StoredFields): Channel | null {
  const read = storedChannelSchema.safeParse(withMillis(stored));
  return read.success ? { ...read.data, id } : null;
}
