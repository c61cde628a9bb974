import { HttpsError, onCall } from 'firebase-functions/v2/https';
import { type ChannelsRequest, channelsRequestSchema, MINUTE_MS } from '../contract/index.ts';
import { countInFirestore } from '../platform/clients/firestore-rate-limit.ts';
import { config, siteIdentity } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { REGION } from '../platform/runtime-options.ts';
import { secretsOf } from '../platform/secrets.ts';
import { manageChannel } from './manage-channel.ts';

/** Calls of a person, by what they ask for. */
const CALLS_A_MINUTE: Record<ChannelsRequest['action'], number> = {
  create: 20,
  change: 60,
  replace: 20,
  test: 6,
  resend: 20,
  delete: 60,
};

/** Private feeds, webhooks and chats of the caller. Logs neither names, addresses nor secrets. */
export const channels = onCall<unknown, Promise<unknown>>(
  {
    region: REGION,
    memory: '1GiB', // the catalogue's copy, twice during a change: a new feed is filled from it
    timeoutSeconds: 60,
    maxInstances: 5,
    concurrency: 20,
    // Any origin may call: the identity token decides, and a browser never attaches it on its own.
    cors: true,
    secrets: secretsOf('search'),
  },
  async ({ auth, data }) => {
    if (!auth) throw new HttpsError('unauthenticated', 'sign in to have channels');
    const body = channelsRequestSchema.safeParse(data);
    if (!body.success) throw new HttpsError('invalid-argument', 'the body has other fields');
    const { action } = body.data;
    const now = Date.now();
    const window = { limit: CALLS_A_MINUTE[action], windowMs: MINUTE_MS };
    const [decision] = await countInFirestore(`channels ${action} ${auth.uid}`, [1], now, window);
    if (decision?.allowed === false) {
      const { retryAfterMs } = decision;
      throw new HttpsError('resource-exhausted', 'too many calls', { retryAfterMs });
    }
    const { answer, logged } = await manageChannel(auth.uid, body.data, {
      siteUrl: siteIdentity().url,
      allowLoopback: config().FUNCTIONS_EMULATOR,
      now,
    });
    log('info', 'channel-managed', { action, ...logged });
    return answer;
  },
);
