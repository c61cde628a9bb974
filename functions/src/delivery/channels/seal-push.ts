import webPush from 'web-push';
import type { PushKeys } from '../../contract/index.ts';
import { siteIdentity } from '../../platform/config.ts';
import type { WrittenPost } from './drivers/channel-driver.ts';
import type { Post } from './post-message.ts';
import { vapidKeys } from './vapid-keys.ts';

/** Encrypts the body for the browser (RFC 8291) and signs the request for its push service (RFC 8292). */
export async function sealPush({ url, body, headers }: WrittenPost, keys: PushKeys): Promise<Post> {
  const vapidDetails = { ...(await vapidKeys()), subject: `mailto:${siteIdentity().email}` };
  const subscription = { endpoint: url.href, keys };
  const sealed = webPush.generateRequestDetails(subscription, body, { vapidDetails });
  const own = Object.entries(sealed.headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    value,
  ]);
  return { url, body: sealed.body, headers: { ...Object.fromEntries(own), ...headers } };
}
