import { config, mailConfig } from '../../platform/config.ts';
import type { Podping } from './subscribe-podping.ts';
import { subscriptionKeys } from './web-sub.ts';

/** The settings of podping, or null where it is not wanted. Needs the secret `UNSUBSCRIBE_KEY`. */
export function podpingSettings(): Podping | null {
  const { PODPING_HUB_URL: hub, PODPING_TOPIC_URL: topic } = config();
  if (hub === '' || topic === '') return null;
  const { siteUrl, unsubscribeKeys } = mailConfig();
  const keys = subscriptionKeys(unsubscribeKeys[0], topic);
  return { hub, topic, callback: `${siteUrl}/api/feed-pings`, keys };
}
