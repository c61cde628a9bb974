import { type PostAnswer, postMessage } from '../delivery/channels/post-message.ts';
import { isLoopbackHost, isPublicHost } from '../feeds/fetch/public-host.ts';
import { userAgent } from '../platform/version.ts';
import { callbackPath } from './callback-path.ts';
import type { StoredSubscription } from './firestore-subscriptions.ts';
import { LEASE_MS } from './subscription.ts';

export interface HubAccess {
  /** Public address of the site, without a slash at the end. */
  siteUrl: string;
  /** True under the emulators: hubs of this machine can be asked, and no others, which could not reach us. */
  isLocal: boolean;
  /** True to ask every hub in each refresh: the sample hub forgets its subscriptions when it stops. */
  asksAlways?: boolean;
  timeoutMs?: number;
}

/** `accepted` means that the hub will verify the request. */
export type HubReply = 'accepted' | 'gone' | 'refused' | 'unreachable';

const MAX_REDIRECTS = 3;
const REDIRECTS: readonly number[] = [307, 308];

/** True if the hub and we can reach each other. */
export function canAsk(hub: string, { siteUrl, isLocal }: HubAccess): boolean {
  const [ours, theirs] = [new URL(siteUrl), new URL(hub)];
  if (isLocal) return isLoopbackHost(ours) && isLoopbackHost(theirs);
  return ours.protocol === 'https:' && isPublicHost(ours) && isPublicHost(theirs);
}

/**
 * Asks the hub to begin, renew or end a subscription (WebSub, section 5.1). Follows redirects that repeat the request.
 * Every address is checked when it is connected. Never rejects.
 */
export async function askHub(
  subscription: StoredSubscription,
  access: HubAccess,
): Promise<HubReply> {
  const { hub, topic, id, token, secret, isWanted } = subscription;
  const body = new URLSearchParams({
    'hub.callback': access.siteUrl + callbackPath(id, token),
    'hub.mode': isWanted ? 'subscribe' : 'unsubscribe',
    'hub.topic': topic,
    // Hubs of PubSubHubbub 0.3 demand it.
    'hub.verify': 'async',
    ...(isWanted && { 'hub.lease_seconds': String(LEASE_MS / 1000), 'hub.secret': secret }),
  }).toString();
  let url = new URL(hub);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await post(url, body, access);
    if (answer.kind !== 'answered') return 'unreachable';
    const { status, headers } = answer;
    if (status >= 200 && status < 300) return 'accepted';
    if (status === 410) return 'gone';
    const { location } = headers;
    if (!REDIRECTS.includes(status) || typeof location !== 'string') return 'refused';
    if (!URL.canParse(location, url.href)) return 'refused';
    url = new URL(location, url.href);
    if (!/^https?:$/.test(url.protocol) || !canAsk(url.href, access)) return 'refused';
  }
  return 'refused';
}

/** The secret is sent by https only: many feeds still name hubs by http that also answer https. */
function post(named: URL, body: string, { isLocal, timeoutMs }: HubAccess): Promise<PostAnswer> {
  const url = new URL(named);
  if (!isLocal) url.protocol = 'https:';
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': userAgent('podcast episode search'),
  };
  const limits = { allowPrivate: isLocal, ...(timeoutMs !== undefined && { timeoutMs }) };
  return postMessage({ url, headers, body }, limits);
}
