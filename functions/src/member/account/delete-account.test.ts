import { describe, expect, test } from 'vitest';
import {
  type AccountStore,
  deleteAccount,
  deletionRefusal,
  sweepAccount,
} from './delete-account.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const attempt = { confirm: 'ada@example.com', email: 'ada@example.com', signedInAtMs: now - 1000 };

test('allows a deletion confirmed by the address soon after sign-in', () => {
  expect(deletionRefusal(attempt, now)).toBeNull();
});

test('ignores case and surrounding space in the confirmation', () => {
  expect(deletionRefusal({ ...attempt, confirm: ' Ada@EXAMPLE.com\n' }, now)).toBeNull();
  expect(deletionRefusal({ ...attempt, email: 'Ada@Example.com' }, now)).toBeNull();
});

test.each(['', 'ada', 'grace@example.com', 'ada@example.co', 'delete'])(
  'rejects "%s" as a confirmation',
  (confirm) => {
    expect(deletionRefusal({ ...attempt, confirm }, now)).toBe('confirmation-mismatch');
  },
);

test.each([undefined, ''])('refuses to delete an account without an address', (email) => {
  expect(deletionRefusal({ ...attempt, email, confirm: '' }, now)).toBe('confirmation-mismatch');
});

test('requires a sign-in within the last five minutes', () => {
  const atLimit = { ...attempt, signedInAtMs: now - 300_000 };
  expect(deletionRefusal(atLimit, now)).toBeNull();
  expect(deletionRefusal(atLimit, now + 1)).toBe('recent-login-required');
});

type Step = keyof AccountStore;

/** Simulates an account with two documents. The step `dieAt` fails once; `duringUser` runs in `deleteUser`. */
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
  test('deletes the documents, then the account, and schedules a sweep', async () => {
    const { world, store } = startWorld();
    expect(await deleteAccount(store, 'ada')).toBe(2);
    expect(world).toEqual({ documents: [], user: false, sweeps: 1 });
  });

  test('deletes what another tab writes during the deletion', async () => {
    const { world, store } = startWorld({ duringUser: () => world.documents.push('late alert') });
    expect(await deleteAccount(store, 'ada')).toBe(3);
    expect(world.documents).toEqual([]);
  });

  test.each<Step>(['scheduleSweep', 'deleteDocuments', 'deleteUser'])(
    'keeps the account after a crash at %s, and a retry completes the deletion',
    async (dieAt) => {
      const { world, store } = startWorld({ dieAt });
      await expect(deleteAccount(store, 'ada')).rejects.toThrow(`died at ${dieAt}`);
      expect(world.user).toBe(true);
      await deleteAccount(store, 'ada');
      expect(world).toMatchObject({ documents: [], user: false });
    },
  );

  test('deletes nothing when the sweep cannot be scheduled', async () => {
    const { world, store } = startWorld({ dieAt: 'scheduleSweep' });
    await expect(deleteAccount(store, 'ada')).rejects.toThrow('died');
    expect(world.documents).toHaveLength(2);
  });
});

describe('the sweep', () => {
  test('deletes what was written after the deletion', async () => {
    const { world, store } = startWorld();
    await deleteAccount(store, 'ada');
    world.documents.push('very late alert');
    expect(await sweepAccount(store, 'ada')).toBe(1);
    expect(world.documents).toEqual([]);
  });

  test('keeps the documents of an existing account', async () => {
    const { world, store } = startWorld();
    expect(await sweepAccount(store, 'ada')).toBeNull();
    expect(world.documents).toHaveLength(2);
  });
});
