import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { storedFirestore, type StoredFirestore } from '../platform/testing/stored-firestore.ts';
import { keepLog, logEntries } from '../testing/test-log.ts';
import { isLeftToSweep, noteVerifiedAccounts } from './note-verified-accounts.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const OLD = NOW - DAY_MS;
const PROGRESS = 'system/verification';

let now = NOW;
let world: StoredFirestore;

beforeEach(() => {
  now = NOW;
  world = storedFirestore(() => now);
});

function addAccount(uid: string, createdAtMs: number, emailVerified = true): void {
  const metadata = { creationTime: new Date(createdAtMs).toUTCString() } as never;
  world.users.push({ uid, emailVerified, metadata });
}

test('notes when the accounts of before the upgrade were verified, once', async () => {
  addAccount('ada', OLD);
  addAccount('unverified', OLD, false);
  addAccount('just before', NOW - HOUR_MS - 1000);
  addAccount('new', NOW - HOUR_MS);
  world.set('users/ada', { hour: 9 });
  await noteVerifiedAccounts();
  const noted = {
    'users/ada': { hour: 9, verifiedAt: OLD },
    'users/just before': { verifiedAt: NOW - HOUR_MS - 1000 },
    [PROGRESS]: { sinceMs: NOW, isDone: true, page: null },
  };
  expect(world.stored()).toEqual(noted);
  addAccount('later', OLD);
  now += DAY_MS;
  await noteVerifiedAccounts();
  expect(world.stored()).toEqual(noted);
});

test('knows which accounts are not noted yet', async () => {
  expect(await isLeftToSweep(NOW - HOUR_MS - 1)).toBe(true);
  expect(await isLeftToSweep(NOW - HOUR_MS)).toBe(false);
  expect(world.stored()).toEqual({ [PROGRESS]: { sinceMs: NOW, isDone: false, page: null } });
  now += DAY_MS;
  expect(await isLeftToSweep(NOW)).toBe(false);
  await noteVerifiedAccounts();
  expect(await isLeftToSweep(OLD)).toBe(false);
});

test('stops after a minute, and the next run continues', async () => {
  for (let at = 0; at < 2500; at += 1) addAccount(`person ${at}`, OLD);
  const { listUsers } = world.accounts;
  const asked: unknown[] = [];
  vi.spyOn(world.accounts, 'listUsers').mockImplementation((most, page) => {
    now += MINUTE_MS;
    asked.push(page);
    return listUsers(most, page);
  });
  await noteVerifiedAccounts();
  expect(world.stored()).toMatchObject({ [PROGRESS]: { sinceMs: NOW, isDone: false } });
  expect(Object.keys(world.stored())).toHaveLength(1001);
  await noteVerifiedAccounts();
  await noteVerifiedAccounts();
  expect(Object.keys(world.stored())).toHaveLength(2501);
  expect(new Set(asked).size).toBe(3);
  expect(world.stored()).toMatchObject({ [PROGRESS]: { isDone: true } });
});

test('logs a failure, and the next run tries again', async () => {
  const lines = keepLog();
  addAccount('ada', OLD);
  vi.spyOn(world.accounts, 'listUsers').mockRejectedValueOnce(new TypeError('away'));
  await noteVerifiedAccounts();
  expect(logEntries(lines)).toMatchObject([
    {
      message: expect.stringContaining('verified-accounts-not-noted') as string,
      severity: 'ERROR',
      error: 'TypeError',
    },
  ]);
  await noteVerifiedAccounts();
  expect(world.stored()).toMatchObject({ 'users/ada': { verifiedAt: OLD } });
});
