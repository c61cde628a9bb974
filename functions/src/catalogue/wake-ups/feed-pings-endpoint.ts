import { onRequest, type Request } from 'firebase-functions/v2/https';
import { AppError } from '../../platform/app-error.ts';
import { config } from '../../platform/config.ts';
import { bodyOf } from '../../platform/http/body-of.ts';
import { respond } from '../../platform/http/respond.ts';
import { REGION } from '../../platform/runtime-options.ts';
import { secretsOf } from '../../platform/secrets.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import { catalogueKind } from '../storage/open-catalogue.ts';
import { updateCatalogue } from '../storage/update-catalogue.ts';
import { podpingSettings } from './podping.ts';
import type { Podping } from './subscribe-podping.ts';
import { confirmSubscription, isSigned, isToken, MAX_PING_BYTES, topicsOf } from './web-sub.ts';

/**
 * `/api/feed-pings?token=…`: where a WebSub hub confirms the subscription (GET) and announces changed feeds
 * (POST, signed). Needs a catalogue with several writers.
 */
export const feedPings = onRequest(
  {
    region: REGION,
    memory: '256MiB',
    timeoutSeconds: 30,
    concurrency: 20,
    maxInstances: 2,
    cors: false,
    secrets: secretsOf('wakeUps'),
  },
  async (request, reply) => {
    if (request.method === 'GET') {
      const challenge = await confirmed(request);
      reply.set('Cache-Control', 'no-store').type('text/plain');
      reply.status(challenge === null ? 404 : 200).send(challenge ?? 'not found');
      return;
    }
    await respond('feed-pings', reply, async () => {
      if (request.method !== 'POST') {
        reply.set('Allow', 'GET, POST');
        throw new AppError('method-not-allowed', 'use GET or POST');
      }
      const podping = settingsFor(request);
      if (podping === null) throw new AppError('not-found', 'no such subscription');
      const body = bodyOf(request);
      if (body.length > MAX_PING_BYTES) throw new AppError('payload-too-large', 'too long a ping');
      if (!isSigned(body, request.get('x-hub-signature'), podping.keys.secret))
        throw new AppError('invalid-request', 'no valid signature');
      const urls = topicsOf(request.get('link') ?? '').filter((url) => url !== podping.topic);
      const wakeUp = { channel: 'podping', urls, now: Date.now() } as const;
      const woken = await onCatalogue((catalogue) => catalogue.wakeFeeds(wakeUp));
      return { body: {}, log: { announced: urls.length, woken } };
    });
  },
);

async function confirmed(request: Request): Promise<string | null> {
  const podping = settingsFor(request);
  if (podping === null) return null;
  const query = new URL(request.url, podping.callback).searchParams;
  const subscription = confirmSubscription(query, podping.topic);
  if (subscription === null) return null;
  const now = Date.now();
  const leaseUntilMs = now + subscription.leaseSeconds * 1000;
  const state = { position: now, leaseUntilMs, failure: null };
  await onCatalogue((catalogue) => catalogue.recordChannel('podping', state, now));
  return subscription.challenge;
}

/** Null unless the request has the token of a subscription that is wanted. */
function settingsFor(request: Request): Podping | null {
  if (catalogueKind(config().CATALOGUE_URL) !== 'postgres') return null;
  const podping = podpingSettings();
  const { token } = request.query;
  return podping !== null && isToken(token, podping.keys) ? podping : null;
}

function onCatalogue<T>(work: (catalogue: WritableCatalogue) => Promise<T>): Promise<T> {
  return updateCatalogue(config().CATALOGUE_URL, work);
}
