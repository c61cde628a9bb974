import { describe, expect, test } from 'vitest';
import {
  type AccountStore,
  deleteAccount,
  deletionRefusal,
  sweepAccount,
} from './delete-account.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const attempt = { confirm: 'ada@example.com', email: 'ada@example.com', signedInAtMs: now - 1000 };

test('the own address, typed soon after signing in, is enough', () => {
  expect(deletionRefusal(attempt, now)).toBeNull();
});

test('case and surrounding space of what was typed do not matter', () => {
  expect(deletionRefusal({ ...attempt, confirm: ' Ada@EXAMPLE.com\n' }, now)).toBeNull();
  expect(deletionRefusal({ ...attempt, email: 'Ada@Example.com' }, now)).toBeNull();
});

test.each(['', 'ada', 'grace@example.com', 'ada@example.co', 'delete'])(
  '"%s" confirms nothing',
  (confirm) => {
    expect(deletionRefusal({ ...attempt, confirm }, now)).toBe('confirmation-mismatch');
  },
);

test.each([undefined, ''])('an account without an address cannot be confirmed', (email) => {
  expect(deletionRefusal({ ...attempt, email, confirm: '' }, now)).toBe('confirmation-mismatch');
});

test('a sign-in counts as recent for five minutes, to the millisecond', () => {
  const atLimit = { ...attempt, signedInAtMs: now - 300_000 };
  expect(deletionRefusal(atLimit, now)).toBeNull();
  expect(deletionRefusal(atLimit, now + 1)).toBe('recent-login-required');
});

type Step = keyof AccountStore;

/** An account with two documents. `dieAt` fails one step once; `duringUser` runs in mid-deletion. */
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
