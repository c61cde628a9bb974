import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export const HUB_PATH = '/hub';

interface Subscription {
  callback: URL;
  topic: string;
  secret: string;
}

const LEASE_SECONDS = 864_000;
/** Functions of the emulators take seconds to start. */
const TIMEOUT_MS = 30_000;
/** As hosts' names in URLs. Others could make this machine send requests into its network. */
const OWN_HOSTS = ['localhost', '127.0.0.1'];

/** A WebSub hub for the sample podcasts, which keeps subscriptions in memory and calls back this machine only. */
export function sampleHub() {
  const subscriptions = new Map<string, Subscription>();

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const [callback = '', topic = '', mode, secret] = ['callback', 'topic', 'mode', 'secret'].map(
      (name) => form.get(`hub.${name}`) ?? '',
    );
    const isMode = mode === 'subscribe' || mode === 'unsubscribe';
    const isOwn = URL.canParse(callback) && OWN_HOSTS.includes(new URL(callback).hostname);
    if (!isMode || !isOwn || topic === '') {
      response.writeHead(400).end();
      return;
    }
    response.writeHead(202).end();
    const subscription = { callback: new URL(callback), topic, secret: secret ?? '' };
    if (!(await verify(subscription, mode))) return;
    if (mode === 'subscribe') subscriptions.set(callback, subscription);
    else subscriptions.delete(callback);
  }

  /** Sends the feed to its subscribers. Never rejects. */
  async function notify(topic: string, body: Buffer): Promise<void> {
    const sent = [...subscriptions.values()]
      .filter((subscription) => subscription.topic === topic)
      .map(async ({ callback, secret }) => {
        const signature = createHmac('sha256', secret).update(body).digest('hex');
        const headers = { 'X-Hub-Signature': `sha256=${signature}`, 'Content-Type': 'text/xml' };
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const { status } = await fetch(callback, {
          method: 'POST',
          headers,
          body: new Uint8Array(body),
          signal,
        });
        if (status === 410) subscriptions.delete(callback.href);
      });
    await Promise.allSettled(sent);
  }

  return { take, notify };
}

async function verify({ callback, topic }: Subscription, mode: string): Promise<boolean> {
  const challenge = randomUUID();
  const url = new URL(callback);
  url.searchParams.set('hub.mode', mode);
  url.searchParams.set('hub.topic', topic);
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.lease_seconds', String(LEASE_SECONDS));
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return answer.ok && (await answer.text()) === challenge;
}
