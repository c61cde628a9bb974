import * as z from 'zod';
import {
  type Alert,
  type Channel,
  CHANNEL_KINDS,
  channelNameSchema,
  channelUrlSchema,
  isAlertIn,
  MAX_ALERTS,
  MAX_CHANNELS,
} from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Caller, operation } from './operation.ts';
import { ALL_ALERTS, apiChannelSchema, channelId, slotSchema } from './shapes.ts';

const name = channelNameSchema.check(z.describe('A name of your choice.'));
const chosen = z
  .array(z.union([z.literal(ALL_ALERTS), slotSchema]))
  .min(1)
  .max(MAX_ALERTS)
  .refine((ids) => ids.length === 1 || !ids.includes(ALL_ALERTS), {
    error: `“${ALL_ALERTS}” stands alone`,
  })
  .describe(
    `Ids of the alerts whose matches it gets; \`${ALL_ALERTS}\`: all alerts, including new ones.`,
  );

function apiChannel(channel: Channel, alerts: readonly Alert[]): z.input<typeof apiChannelSchema> {
  const { id, kind, state, createdAtMs, deliveredAtMs, failingSinceMs, failure } = channel;
  const own = alerts.filter((alert) => isAlertIn(channel, alert.id, alert.createdAtMs));
  return {
    id,
    kind,
    name: channel.name,
    ...(channel.host !== '' && { host: channel.host }),
    alerts: channel.alerts === ALL_ALERTS ? [ALL_ALERTS] : own.map((alert) => alert.id),
    paused: state !== 'on',
    state,
    created: new Date(createdAtMs).toISOString(),
    ...(deliveredAtMs !== undefined && { last_delivered: new Date(deliveredAtMs).toISOString() }),
    ...(failingSinceMs !== undefined && { failing_since: new Date(failingSinceMs).toISOString() }),
    ...(failure !== undefined && { failure }),
  };
}

async function requireChannel({ channels }: Caller, id: string): Promise<Channel> {
  const channel = await channels.get(id);
  if (channel === null) throw new AppError('not-found', 'there is no such channel');
  return channel;
}

/** Reads and charges the caller's alerts. Reads none if every channel has all alerts. */
async function alertsAmong(
  { alerts, chargeReads }: Caller,
  chosen: readonly Channel['alerts'][],
): Promise<Alert[]> {
  if (chosen.every((each) => each === ALL_ALERTS)) return [];
  const own = await alerts.list();
  await chargeReads(own.length);
  return own;
}

function chosenOf(ids: readonly string[]): Channel['alerts'] {
  return ids.includes(ALL_ALERTS) ? ALL_ALERTS : [...new Set(ids)];
}

/** Throws 'invalid-request' for an alert that the person does not have. */
function requireAlerts(chosen: Channel['alerts'] | undefined, own: readonly Alert[]): void {
  if (chosen === undefined || chosen === ALL_ALERTS) return;
  const ids = new Set(own.map(({ id }) => id));
  const missing = chosen.find((id) => !ids.has(id));
  if (missing === undefined) return;
  throw new AppError('invalid-request', `alerts: there is no alert ${missing}`);
}

export const listChannels = operation({
  id: 'listChannels',
  method: 'GET',
  path: '/channels',
  scope: 'channels',
  summary: 'List your channels',
  description:
    'Private feeds, webhooks, chats and browsers of the key’s owner, the newest first. Addresses and secrets are shown only when a channel is made.',
  request: z.strictObject({}),
  answer: z.object({
    channels: z.array(apiChannelSchema).max(MAX_CHANNELS),
    room: z.int().describe('How many more can be made.'),
  }),
  tool: {
    name: 'list_channels',
    description:
      'Where matches of the person’s alerts go besides email (private feeds, webhooks, chats, browsers), and whether it works. Use it when the person asks why something did not arrive. Not for what was found: use recent_matches.',
  },
  async run(_, caller) {
    const made = await caller.channels.list();
    const own = await alertsAmong(
      caller,
      made.map(({ alerts }) => alerts),
    );
    const room = Math.max(0, MAX_CHANNELS - made.length);
    return { answer: { channels: made.map((channel) => apiChannel(channel, own)), room } };
  },
});

export const createChannel = operation({
  id: 'createChannel',
  method: 'POST',
  path: '/channels',
  scope: 'channels',
  summary: 'Make a channel',
  description:
    'Makes a private feed, or a channel that posts to an address (201). A browser adds itself on the site. The answer has the `secret` that signs a webhook’s messages, or the addresses of the `feed`; they are not shown again. Each call makes a new channel.',
  request: z.strictObject({
    // Only a browser can subscribe itself.
    kind: z.enum(CHANNEL_KINDS).exclude(['push']),
    name,
    url: z
      .optional(channelUrlSchema)
      .describe(
        'The https address that messages are posted to; not for a feed. Of a Telegram bot: `https://api.telegram.org/bot<token>/sendMessage?chat_id=<id>`.',
      ),
    alerts: chosen.default([ALL_ALERTS]),
  }),
  answer: z.object({
    channel: apiChannelSchema,
    secret: z.string().optional().describe('Signs the messages of a webhook, `whsec_…`.'),
    feed: z
      .object({ rss: z.string(), json: z.string() })
      .optional()
      .describe('Addresses of a private feed. Anyone who has one can read it.'),
  }),
  async run({ kind, name: asked, url, alerts }, caller) {
    if (kind === 'feed' && url !== undefined) {
      throw new AppError('invalid-request', 'url: a feed has no address to post to');
    }
    const chosen = chosenOf(alerts);
    const own = await alertsAmong(caller, [chosen]);
    requireAlerts(chosen, own);
    const made = await caller.channels.create({
      kind,
      name: asked,
      ...(url !== undefined && { url }),
      alerts: chosen,
    });
    if (made.kind === 'refused') {
      if (made.isFull === true) {
        throw new AppError(
          'conflict',
          `there are ${MAX_CHANNELS} channels already: delete one first`,
        );
      }
      throw new AppError('invalid-request', `url: ${made.message}`);
    }
    const { channelId: id, secret, feed } = made;
    const channel = apiChannel(await requireChannel(caller, id), own);
    return {
      answer: { channel, ...(secret !== undefined && { secret }), ...(feed && { feed }) },
      status: 201,
    };
  },
});

export const getChannel = operation({
  id: 'getChannel',
  method: 'GET',
  path: '/channels/{id}',
  scope: 'channels',
  summary: 'One channel',
  description: 'A channel of the key’s owner.',
  request: z.strictObject({ id: channelId }),
  answer: z.object({ channel: apiChannelSchema }),
  async run({ id }, caller) {
    const channel = await requireChannel(caller, id);
    const own = await alertsAmong(caller, [channel.alerts]);
    return { answer: { channel: apiChannel(channel, own) } };
  },
});

export const changeChannel = operation({
  id: 'changeChannel',
  method: 'PATCH',
  path: '/channels/{id}',
  scope: 'channels',
  summary: 'Change a channel',
  description:
    'Changes the given fields. A channel that is resumed (`paused` false), and an alert that is added to it, report matches from now on. `paused` false also ends the states `failing` and `gone`, and sends what failed again.',
  request: z.strictObject({
    id: channelId,
    name: z.optional(name),
    alerts: chosen.optional(),
    paused: z.boolean().optional(),
    catchUp: z
      .boolean()
      .optional()
      .meta({ deprecated: true })
      .describe('No longer used: matches from before are not sent.'),
  }),
  answer: z.object({ channel: apiChannelSchema }),
  async run({ id, name: asked, alerts, paused }, caller) {
    const before = await requireChannel(caller, id);
    const chosen = alerts && chosenOf(alerts);
    const own = await alertsAmong(caller, [chosen ?? before.alerts]);
    requireAlerts(chosen, own);
    await caller.channels.change({
      channelId: id,
      name: asked,
      alerts: chosen,
      isOn: paused === undefined ? undefined : !paused,
    });
    return { answer: { channel: apiChannel(await requireChannel(caller, id), own) } };
  },
});

export const testChannel = operation({
  id: 'testChannel',
  method: 'POST',
  path: '/channels/{id}/test',
  scope: 'channels',
  summary: 'Test a channel',
  description:
    'Sends a test message at once, even if the channel is paused, and returns what the receiver answered. At most six a minute.',
  request: z.strictObject({ id: channelId }),
  answer: z.object({
    accepted: z.boolean(),
    status: z.int().nullable().describe('HTTP status of the receiver; null without an answer.'),
    message: z.string(),
  }),
  async run({ id }, caller) {
    await requireChannel(caller, id);
    const { isAccepted: accepted, status, message } = await caller.channels.test(id);
    return { answer: { accepted, status, message } };
  },
});

export const deleteChannel = operation({
  id: 'deleteChannel',
  method: 'DELETE',
  path: '/channels/{id}',
  scope: 'channels',
  summary: 'Delete a channel',
  description:
    'Nothing more is sent to it; the address of a feed stops working. Returns the same answer if the channel does not exist, so a call can be repeated.',
  request: z.strictObject({ id: channelId }),
  answer: z.object({}),
  async run({ id }, { channels }) {
    await channels.remove(id);
    return { answer: {} };
  },
});
