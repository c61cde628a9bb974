import { database } from '../../platform/firebase-admin.ts';
import type { ChannelTarget } from './channel-message.ts';
import { channelSecretsSchema } from './channel-secrets.ts';

/** Stores the address to which a service has moved a chat, unless the channel is deleted or has another by now. */
export async function replaceAddress(
  { id, uid, url }: Pick<ChannelTarget, 'id' | 'uid' | 'url'>,
  moved: string,
): Promise<void> {
  const firestore = await database();
  const secrets = firestore.doc(`channelSecrets/${id}`);
  await firestore.runTransaction(async (transaction) => {
    const known = channelSecretsSchema.safeParse((await transaction.get(secrets)).data()).data;
    if (known?.uid === uid && known.url === url) transaction.update(secrets, { url: moved });
  });
}
