import { askChannels } from '../../member/channels/ask-channels.ts';
import { channelCalls } from '../../member/channels/channel-calls.ts';
import {
  channelCreatedSchema,
  type ChannelsRequest,
  channelTestedSchema,
  MAX_CHANNELS,
  readChannel,
} from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { countInFirestore } from '../../platform/clients/firestore-rate-limit.ts';
import { database } from '../../platform/firebase-admin.ts';
import { accountStanding } from '../../accounts/account-standing.ts';
import type { ChannelStore } from './channel-store.ts';

/** @param search Runs searches and charges them to the key's allowance. */
export function ownChannels(uid: string, search: Parameters<typeof askChannels>[2]): ChannelStore {
  const collection = async () => (await database()).collection(`users/${uid}/channels`);
  async function ask(request: ChannelsRequest): Promise<unknown> {
    await requireAccount(uid);
    await requireCounted(uid, request.action);
    return (await askChannels(uid, request, search)).answer;
  }
  return {
    async list() {
      const { docs } = await (await collection()).limit(MAX_CHANNELS).get();
      return docs
        .flatMap((document) => readChannel(document.id, document.data()) ?? [])
        .sort((left, right) => right.createdAtMs - left.createdAtMs);
    },
    async get(id) {
      return readChannel(id, (await (await collection()).doc(id).get()).data() ?? {});
    },
    async create(channel) {
      return channelCreatedSchema.parse(await ask({ action: 'create', ...channel }));
    },
    async change(change) {
      await ask({ action: 'change', ...change });
    },
    async test(channelId) {
      return channelTestedSchema.parse(await ask({ action: 'test', channelId }));
    },
    async remove(channelId) {
      await ask({ action: 'delete', channelId });
    },
  };
}

/**
 * Throws 'key-invalid' if the account is deleted, disabled or not verified. A cached key works for half a minute
 * after its account is deleted, and a channel created then would outlive the account.
 */
async function requireAccount(uid: string): Promise<void> {
  if ((await accountStanding(uid)) !== 'verified') {
    throw new AppError('key-invalid', 'there is no such key');
  }
}

async function requireCounted(uid: string, action: ChannelsRequest['action']): Promise<void> {
  const { key, window } = channelCalls(action);
  const [decision] = await countInFirestore(`${key} ${uid}`, [1], Date.now(), window);
  if (decision?.allowed !== false) return;
  throw new AppError('rate-limited', 'too many such calls within a minute', decision);
}
