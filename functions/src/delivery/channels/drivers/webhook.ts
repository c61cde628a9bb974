import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { ChannelDriver } from './channel-driver.ts';

/**
 * Standard Webhooks (https://www.standardwebhooks.com), with one signature per secret. The timestamp is the time
 * of the attempt, because receivers reject old timestamps.
 */
export const webhook: ChannelDriver = {
  accepts: () => true,
  expected: 'Enter an address that begins with https://.',
  maxSize: 20_000,
  maxItems: 50,
  write: (url, { id: messageId, atMs, items, isTest, moreCount = 0 }, { secrets }) => {
    // The message's own id contains the person's uid, so send only a hash.
    const id = `msg_${createHash('sha256').update(messageId).digest('hex').slice(0, 32)}`;
    const body = JSON.stringify({
      type: isTest === true ? 'channel.test' : 'alert.matched',
      timestamp: new Date(atMs).toISOString(),
      data: { items, ...(moreCount > 0 && { more_count: moreCount }) },
    });
    const now = new Date();
    return {
      url,
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': secrets
          .map((secret) => new Webhook(secret).sign(id, now, body))
          .join(' '),
      },
    };
  },
};
