import { describe, expect, test } from 'vitest';
import { type AccountStore, deleteAccount, sweepAccount } from './delete-account.ts';

type Step = keyof AccountStore;

/** One account with two documents. `dieAt` fails one step once; `duringUser` runs in mid-deletion. */
function startWorld({ dieAt, duringUser }: { dieAt?: Step; duringUser?: () => void } = {}) {
  const world = { documents: ['alert', 'bookmark'], user: true, sweeps: 0 };
  let deadly = dieAt;
  const step = (name: Step) => {
    if (deadly !== name) return Promise.resolve();
    deadly = undefined;
    return Promise.reject(new Error(`died at ${name}`));
  };
  const store: AccountStore = {
    scheduleSweep: async () => {
      await step('scheduleSweep');
      world.sweeps += 1;
    },
    deleteDocuments: async () => {
      await step('deleteDocuments');
      return world.documents.splice(0).length;
    },
    deleteUser: async () => {
      await step('deleteUser');
      duringUser?.();
      world.user = false;
    },
    hasUser: () => Promise.resolve(world.user),
  };
  return { world, store };
}

describe('deleting an account', () => {
  test('removes its documents and then the account, and has a sweep follow', async () => {
    const { world, store } = startWorld();
    expect(await deleteAccount(store, 'ada')).toBe(2);
    expect(world).toEqual({ documents: [], user: false, sweeps: 1 });
  });

  test('also removes what another tab wrote while the account was being removed', async () => {
    const { world, store } = startWorld({ duringUser: () => world.documents.push('late alert') });
    expect(await deleteAccount(store, 'ada')).toBe(3);
    expect(world.documents).toEqual([]);
  });

  test.each<Step>(['scheduleSweep', 'deleteDocuments', 'deleteUser'])(
    'that dies at %s keeps the account, so that its owner can repeat it, and repeating finishes it',
    async (dieAt) => {
      const { world, store } = startWorld({ dieAt });
      await expect(deleteAccount(store, 'ada')).rejects.toThrow(`died at ${dieAt}`);
      expect(world.user).toBe(true);
      await deleteAccount(store, 'ada');
      expect(world).toMatchObject({ documents: [], user: false });
    },
  );

  test('loses nothing when the sweep cannot be scheduled', async () => {
    const { world, store } = startWorld({ dieAt: 'scheduleSweep' });
    await expect(deleteAccount(store, 'ada')).rejects.toThrow('died');
    expect(world.documents).toHaveLength(2);
  });
});

describe('the sweep', () => {
  test('removes what was written after the account was gone', async () => {
    const { world, store } = startWorld();
    await deleteAccount(store, 'ada');
    world.documents.push('very late alert');
    expect(await sweepAccount(store, 'ada')).toBe(1);
    expect(world.documents).toEqual([]);
  });

  test('leaves an account alone that is still there', async () => {
    const { world, store } = startWorld();
    expect(await sweepAccount(store, 'ada')).toBeNull();
    expect(world.documents).toHaveLength(2);
  });
});
