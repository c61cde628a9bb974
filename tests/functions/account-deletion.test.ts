import { type DocumentData, Timestamp } from 'firebase/firestore/lite';
import { beforeAll, describe, expect, test } from 'vitest';
import { REGION } from '../../functions/src/platform/runtime-options.ts';
import {
  call,
  hasAccount,
  type Person,
  removeAccount,
  signedInAgo,
  signInWithGoogle,
  signUp,
} from '../support/account.ts';
import { functionsUrl, projectId } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();

const createdAt = Timestamp.now();

/** Stores a document of every kind for the person. Returns the paths below `users/{uid}`. */
async function seedFor({ uid }: Person): Promise<string[]> {
  const below = {
    [`users/${uid}/alerts/one`]: { keyword: 'ledgers', createdAt },
    [`users/${uid}/alerts/one/notes/inner`]: { text: 'deeper' },
    [`users/${uid}/alerts/two`]: { keyword: 'compilers', createdAt },
    [`users/${uid}/bookmarks/one`]: { episodeId: 'https://podcast.example/1', createdAt },
    [`users/${uid}/shows/one`]: { feedUrl: 'https://show.example/feed' },
    [`users/${uid}/channels/one`]: { kind: 'feed', name: 'Reader' },
    [`users/${uid}/deliveries/one`]: { at: createdAt },
    [`users/${uid}/ledger/sent`]: { digests: { '2026-11-05': 1 } },
  };
  await documents.seed({
    [`users/${uid}`]: { cadence: 'daily' },
    [digestOf(uid)]: { uid, state: 'queued' },
    ...Object.fromEntries(ofChannels(uid).map((path) => [path, { uid }])),
    ...below,
  });
  const paths = Object.keys(below).sort();
  expect(await documents.below(`users/${uid}`)).toEqual(paths);
  return paths;
}

function digestOf(uid: string): string {
  return `digests/${uid}_20261105T080000000Z`;
}

function ofChannels(uid: string): string[] {
  return ['channelSecrets', 'feedTokens', 'feedItems'].map((name) => `${name}/of-${uid}`);
}

function deleteAccount(person: Person | null, confirm: unknown = person?.email) {
  return call('deleteAccount', person, { confirm });
}

async function expectNothingLeft(person: Person): Promise<void> {
  expect(await documents.below(`users/${person.uid}`)).toEqual([]);
  expect(await documents.read(`users/${person.uid}`)).toBeNull();
  for (const path of [digestOf(person.uid), ...ofChannels(person.uid)]) {
    expect(await documents.read(path), path).toBeNull();
  }
  expect(await hasAccount(person)).toBe(false);
}

describe('deleting an account', () => {
  test('removes everything of the person and nothing of anybody else', async () => {
    const [ada, grace] = await Promise.all([signUp(), signUp()]);
    const [, kept] = await Promise.all([seedFor(ada), seedFor(grace)]);
    expect(await deleteAccount(ada)).toEqual({ status: 200, result: null });
    await expectNothingLeft(ada);
    expect(await documents.below(`users/${grace.uid}`)).toEqual(kept);
    expect(await documents.read(`users/${grace.uid}`)).toEqual({ cadence: 'daily' });
    for (const path of [digestOf(grace.uid), ...ofChannels(grace.uid)]) {
      expect(await documents.read(path), path).toMatchObject({ uid: grace.uid });
    }
    expect(await hasAccount(grace)).toBe(true);
  });

  test('removes more documents than a batch can', async () => {
    const ada = await signUp();
    const alerts: Record<string, DocumentData> = {};
    for (let index = 0; index < 1100; index++) {
      alerts[`users/${ada.uid}/alerts/${index}`] = { keyword: `keyword ${index}`, createdAt };
    }
    await documents.seed(alerts);
    expect(await documents.below(`users/${ada.uid}`)).toHaveLength(1100);
    expect((await deleteAccount(ada)).status).toBe(200);
    await expectNothingLeft(ada);
  });

  test('removes more digests than one page and keeps the suppression of the address', async () => {
    const ada = await signUp();
    const digests: Record<string, DocumentData> = {};
    for (let index = 0; index < 501; index++) {
      digests[`digests/${ada.uid}_${index}`] = { uid: ada.uid };
    }
    const suppression = `suppressions/of-${ada.uid}`;
    await documents.seed({ ...digests, [suppression]: { reason: 'spamreport' } });
    expect((await deleteAccount(ada)).status).toBe(200);
    // Digests are deleted in pages of 500. Checks the first and last digest of a page and the first of the next page.
    const paths = Object.keys(digests).sort();
    for (const path of [paths[0]!, paths[499]!, paths[500]!]) {
      expect(await documents.read(path)).toBeNull();
    }
    expect(await documents.read(suppression)).toEqual({ reason: 'spamreport' });
  });

  test('deletes an account that only signed in with Google, whatever the case typed', async () => {
    const ada = await signInWithGoogle();
    await seedFor(ada);
    expect((await deleteAccount(ada, ` ${ada.email.toUpperCase()} `)).status).toBe(200);
    await expectNothingLeft(ada);
  });

  test('finishes if the documents are already deleted', async () => {
    const ada = await signUp();
    expect((await deleteAccount(ada)).status).toBe(200);
    await expectNothingLeft(ada);
  });

  test('finishes if the account is already deleted', async () => {
    const ada = await signUp();
    await seedFor(ada);
    await removeAccount(ada);
    expect(await deleteAccount(ada)).toEqual({ status: 200, result: null });
    await expectNothingLeft(ada);
  });

  test('answers two simultaneous requests with success', async () => {
    const ada = await signUp();
    await seedFor(ada);
    const answers = await Promise.all([deleteAccount(ada), deleteAccount(ada)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await expectNothingLeft(ada);
  });
});

describe('refusing to delete an account', () => {
  let ada: Person;
  let paths: string[];

  beforeAll(async () => {
    ada = await signUp();
    paths = await seedFor(ada);
  });

  async function expectAllThere(): Promise<void> {
    expect(await documents.below(`users/${ada.uid}`)).toEqual(paths);
    expect(await documents.read(`users/${ada.uid}`)).toEqual({ cadence: 'daily' });
    expect(await hasAccount(ada)).toBe(true);
  }

  test('refuses a visitor', async () => {
    const { status, error } = await deleteAccount(null, ada.email);
    expect(status).toBe(401);
    expect(error?.status).toBe('UNAUTHENTICATED');
    await expectAllThere();
  });

  test('refuses another person who types this address', async () => {
    const grace = await signUp();
    const { error } = await deleteAccount(grace, ada.email);
    expect(error?.status).toBe('INVALID_ARGUMENT');
    expect(await hasAccount(grace)).toBe(true);
    await expectAllThere();
  });

  test.each(['', 'delete', 'ada', 'somebody@example.com'])(
    'refuses the confirmation "%s"',
    async (confirm) => {
      const { status, error } = await deleteAccount(ada, confirm);
      expect(status).toBe(400);
      expect(error).toMatchObject({
        status: 'INVALID_ARGUMENT',
        details: { code: 'confirmation-mismatch' },
      });
      await expectAllThere();
    },
  );

  test.each([null, {}, 'ada', { confirm: 7 }, { confirm: ['a'] }])(
    'refuses an invalid body (case %#)',
    async (body) => {
      const { status, error } = await call('deleteAccount', ada, body);
      expect(status).toBe(400);
      expect(error?.status).toBe('INVALID_ARGUMENT');
      await expectAllThere();
    },
  );

  test('refuses a body with another person’s id', async () => {
    const body = { confirm: ada.email, uid: 'somebody-else' };
    const { error } = await call('deleteAccount', ada, body);
    expect(error?.status).toBe('INVALID_ARGUMENT');
    await expectAllThere();
  });

  test('refuses a sign-in older than five minutes and accepts a newer one', async () => {
    const { status, error } = await deleteAccount(signedInAgo(ada, 302_000));
    expect(status).toBe(400);
    expect(error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { code: 'recent-login-required' },
    });
    await expectAllThere();
    const grace = await signUp();
    expect((await deleteAccount(signedInAgo(grace, 290_000))).status).toBe(200);
    expect(await hasAccount(grace)).toBe(false);
  });
});

describe('the sweep after a deletion', () => {
  async function sweep(data: unknown): Promise<number> {
    const url = `${functionsUrl()}/${projectId()}/${REGION}/sweepAccount`;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ data }) });
    return answer.status;
  }

  test('removes what another device wrote after the account was deleted', async () => {
    // Does not call deleteAccount, because the emulator would run the delayed sweep immediately.
    const ada = await signUp();
    await removeAccount(ada);
    await seedFor(ada);
    expect(await sweep({ uid: ada.uid })).toBe(204);
    await expectNothingLeft(ada);
  });

  test('leaves an existing account alone', async () => {
    const ada = await signUp();
    const paths = await seedFor(ada);
    expect(await sweep({ uid: ada.uid })).toBe(204);
    expect(await documents.below(`users/${ada.uid}`)).toEqual(paths);
    expect(await documents.read(`users/${ada.uid}`)).toEqual({ cadence: 'daily' });
    expect(await hasAccount(ada)).toBe(true);
  });

  test('refuses a task without a uid', async () => {
    expect(await sweep({ uid: '' })).toBe(500);
  });
});
