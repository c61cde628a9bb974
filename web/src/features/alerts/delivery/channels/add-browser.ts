import type { Channel } from 'functions/contract';
import { type Calls, Refused } from '#shared/data/hooks/use-call.ts';
import {
  rememberPushChannel,
  subscribeBrowser,
  unsubscribeBrowser,
} from '#shared/page/push-subscription.ts';
import { created, type NewSecrets } from './new-secrets.ts';

/** Throws a `Refused` with a sentence for the person. Then the browser has no subscription. */
export async function addBrowser(
  asked: Pick<Channel, 'kind' | 'name' | 'alerts'>,
  permission: Promise<boolean>,
  { createChannel, pushKey }: Pick<Calls, 'createChannel' | 'pushKey'>,
): Promise<NewSecrets> {
  if (!(await permission)) {
    throw new Refused('Notifications were not allowed, so nothing was added.');
  }
  const key = await pushKey();
  const subscription = await subscribeBrowser(key).catch(() => {
    throw new Refused('This browser cannot receive notifications, as in private windows.');
  });
  try {
    const added = created(await createChannel({ ...asked, ...subscription }));
    rememberPushChannel(added.channelId);
    return added;
  } catch (error) {
    await unsubscribeBrowser();
    throw error;
  }
}
