import { expect, test } from 'vitest';
import { storedFirestore } from '../../platform/testing/stored-firestore.ts';
import { replaceAddress } from './replace-address.ts';

test('stores the new address of a chat only over the one that it replaces', async () => {
  const world = storedFirestore(Date.now);
  const [one, two] = ['https://chat.example/1', 'https://chat.example/2'];
  const path = 'channelSecrets/c';
  world.set(path, { uid: 'ada', kind: 'telegram', url: one });
  await replaceAddress({ id: 'c', uid: 'eve', url: one }, two);
  await replaceAddress({ id: 'c', uid: 'ada', url: two }, two);
  expect(world.stored()[path]).toMatchObject({ url: one });
  await replaceAddress({ id: 'c', uid: 'ada', url: one }, two);
  expect(world.stored()[path]).toMatchObject({ url: two, uid: 'ada' });
  await replaceAddress({ id: 'deleted', uid: 'ada', url: one }, two);
  expect(world.stored()).not.toHaveProperty('channelSecrets/deleted');
});
