import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deleteApp, initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore } from 'firebase/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUp, restore } from '../../functions/src/backup/backup.ts';
import { KEPT_COLLECTIONS } from '../../functions/src/backup/kept-collections.ts';
import { readSentLog, readDigest } from '../../functions/src/alerts/store/outbox-documents.ts';
import { sectionPairs, sentPairs, pairsIn } from '../../functions/src/alerts/outbox/sent-log.ts';
import { readPreferences } from '../../functions/src/alerts/alert-record.ts';
import { readTurns } from '../../functions/src/channels/channel-turns.ts';
import { HOUR_MS, readAlert, type StoredFields } from '../../functions/src/contract/index.ts';
import { firestoreMigrations } from '../../functions/src/platform/documents/firestore-migrations.ts';
import { migrate, NO_PROGRESS } from '../../functions/src/platform/documents/migrate.ts';
import { database } from '../../functions/src/platform/firebase-admin.ts';
import { createMemberData } from '../../web/src/shared/member/firestore/firestore-member-data.ts';
import { PASSWORD } from '../support/account.ts';
import { openAlertWorld } from '../support/deployed/alert-world.ts';
import { startReceiver } from '../support/start-receiver.ts';
import { authUrl, firestoreAddress, projectId } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

/** Frozen: what Earshot 1.0 stored of two invented people, one document of every kind at least. */
const DATA_OF_1_0 = path.join(import.meta.dirname, 'fixtures/documents-1.0.jsonl');
const LINES = readFileSync(DATA_OF_1_0, 'utf8').trimEnd().split('\n');
const BACKED_UP = Date.parse((JSON.parse(LINES[0]!) as { at: string }).at);

// A database of its own, which each test replaces.
beforeAll(() => {
  process.env['GCLOUD_PROJECT'] = `${projectId()}-backup`;
});

const documents = useDocuments();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'earshot-backup-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOW = BACKED_UP + 30 * 24 * HOUR_MS;
const restored = async (file = DATA_OF_1_0, mailedUntilMs: number | null = null) =>
  restore(await database(), projectId(), file, { mailedUntilMs, replaces: true, nowMs: NOW });

/**
 * Documents and accounts of a backup, by path and address. The epoch of the indexes is each restore's own, and the
 * emulator dates the passwords that it is given.
 */
function contentOf(lines: readonly string[]): Map<string, unknown> {
  const parsed = lines.slice(1, -1).map((line) => JSON.parse(line) as Line);
  return new Map(
    parsed.map((line): [string, unknown] => {
      if ('path' in line) return [line.path, line.path === 'system/alerts' ? null : line.fields];
      const { localId, email, emailVerified, passwordHash, salt, createdAt } = line.account;
      return [email, { localId, emailVerified, passwordHash, salt, createdAt }];
    }),
  );
}
type Line =
  | { path: string; fields: Record<string, unknown> }
  | { account: { email: string } & Record<string, unknown> };

async function backedUp(name: string): Promise<string[]> {
  const file = path.join(folder, name);
  await backUp(await database(), projectId(), file);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

function uidOf(email: string): string {
  const line = LINES.find((each) => each.startsWith('{"account"') && each.includes(email))!;
  return (JSON.parse(line) as { account: { localId: string } }).account.localId;
}
/** Links of what had been mailed. */
const TOLD = ['https://show.example/40a8fbb224', 'https://show.example/517f2aed9a'];
const ADA = uidOf('ada@example.com');
const BEN = uidOf('ben@example.com');

describe('the data of 1.0', () => {
  beforeEach(() => restored());

  test('hold every kind of document that is kept', () => {
    const ids = [...contentOf(LINES).keys()].map((each) => each.split('/').at(-2));
    expect(KEPT_COLLECTIONS.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('are read by the code of today, and by its rules', async () => {
    const firestore = await database();
    const all = async (id: string) => (await firestore.collectionGroup(id).get()).docs;
    const alerts = await all('alerts');
    expect(alerts.map((each) => readAlert(each.id, each.data())?.keyword).sort()).toEqual([
      'bilby',
      'numbat',
      'potoroo',
      'quokka',
      'quokka lessons',
      'wombat -zoo -advert',
    ]);
    const channels = (await all('channels')).map((each) => readTurns(each.id, each.data())?.kind);
    expect(channels.sort()).toEqual(['feed', 'webhook']);
    expect(readPreferences((await documents.read(`users/${ADA}`)) ?? {})).toMatchObject({
      cadence: 'daily',
      channels: [{ kind: 'webhook' }, { kind: 'feed' }],
    });
    // What was mailed stands in the sent log, and what came back does not.
    for (const each of await all('digests')) {
      const { uid, channel, sections, state } = readDigest(each.data());
      const log = readSentLog(
        (await firestore.doc(`users/${uid}/ledger/${channel?.id ?? 'sent'}`).get()).data(),
      );
      const known = sentPairs(log);
      const pairs = sections.flatMap((section) => pairsIn(sectionPairs(section)));
      expect(
        pairs.every((pair) => known.has(pair)),
        each.id,
      ).toBe(state === 'sent');
    }

    const app = initializeApp({ projectId: projectId() }, ADA);
    const own = getFirestore(app);
    const { host, port } = firestoreAddress();
    connectFirestoreEmulator(own, host, port, { mockUserToken: { user_id: ADA } });
    const member = createMemberData(own, ADA);
    const idOf = (keyword: string) => alerts.find((each) => each.get('keyword') === keyword)!.id;
    await member.rewordAlert(idOf('quokka lessons'), 'quokka songs');
    await member.chooseSpoken(idOf('numbat'), true);
    await member.resumeAlert(idOf('bilby'), { offAtMs: BACKED_UP });
    await member.chooseMailed(idOf('potoroo'), true, { offAtMs: BACKED_UP });
    await member.pauseAlert(idOf('wombat -zoo -advert'));
    await member.deleteAlert(idOf('numbat'));
    const [bookmark] = await all('bookmarks');
    await member.removeBookmark(bookmark!.id);
    await member.savePreferences({ cadence: 'hourly', hour: 7, weekday: 2, timeZone: 'UTC' });
    await deleteApp(app);
    expect(await documents.read(`users/${ADA}`)).toMatchObject({ cadence: 'hourly', hour: 7 });
  });

  test('are mailed from: what is new once, what was mailed never again, and nothing to who is suppressed', async () => {
    const receiver = await startReceiver();
    const secret = (
      await (await database()).collection('channelSecrets').where('kind', '==', 'webhook').get()
    ).docs[0]!;
    await secret.ref.update({ url: receiver.url });
    const world = await openAlertWorld();
    try {
      // Episodes of the same titles as those that were mailed would be taken for them.
      for (const other of ['pasta', 'pottery']) await world.publish(other);
      const links = [
        await world.publish('quokka lessons'),
        await world.publish('wombat and numbat'),
      ];
      for (let run = 0; run < 2; run += 1) {
        expect(await world.run()).toBeNull();
        for (const task of world.tasks.splice(0)) {
          const kind =
            (await documents.read(`digests/${task.digestId}`))?.['channel'] === undefined;
          expect(kind ? await world.deliver(task) : await world.tell(task)).toBeNull();
        }
      }
      expect(world.mails.map(({ personalizations: [to] }) => to?.to[0]?.email)).toEqual([
        'ada@example.com',
      ]);
      const said = receiver.got.map(({ body }) => body);
      const texts = [world.mails[0]!.content[0]!.value, said.join('')];
      const toldIn = (text: string) => [...links, ...TOLD].map((link) => text.includes(link));
      expect(texts.map(toldIn)).toEqual(texts.map(() => [true, true, false, false]));
      expect(said).toHaveLength(1);
      expect(await documents.read(`users/${BEN}`)).toHaveProperty('suppression.reason', 'bounce');
    } finally {
      await world.close();
      receiver.close();
    }
  });
});

test('a migration goes through all documents of a kind, and leaves what somebody else writes to its next pass', async () => {
  await restored();
  const firestore = await database();
  const alertsNow = async () => (await firestore.collectionGroup('alerts').get()).docs;
  const [first] = await alertsNow();
  const terms = {
    text: 'alerts: `terms` beside `keyword`',
    collection: 'alerts',
    change: (fields: StoredFields) =>
      fields['terms'] === fields['keyword'] ? null : { terms: fields['keyword'] },
  };
  const store = firestoreMigrations(firestore);
  let isOvertaken = false;
  const overtaking: typeof store = {
    ...store,
    async change(document, fields) {
      if (!isOvertaken) await first!.ref.update({ keyword: 'another' });
      isOvertaken = true;
      return store.change(document, fields);
    },
  };
  const options = { migrations: [terms], now: Date.now, oldWritersMs: 0, untilMs: Infinity };
  expect(await migrate(overtaking, options)).toEqual({ ...NO_PROGRESS, version: 2 });
  const after = await alertsNow();
  expect(after.map((each) => each.get('terms') as unknown)).toEqual(
    after.map((each) => each.get('keyword') as unknown),
  );
  expect(after.find(({ ref }) => ref.isEqual(first!.ref))?.get('terms')).toBe('another');
  expect(after.length).toBe(6);
  expect(await documents.read('system/documents')).toMatchObject({ version: 2 });
});

describe('a backup', () => {
  test('holds what was restored, after one restore as after two', async () => {
    const result = await restored();
    expect(result).toMatchObject({
      documents: LINES.length - 4,
      accounts: { written: 2, leftOut: 0 },
    });
    expect(contentOf(await backedUp('first.jsonl'))).toEqual(contentOf(LINES));
    const again = await restored(path.join(folder, 'first.jsonl'));
    expect(again).toMatchObject({ documents: result.documents });
    expect(contentOf(await backedUp('second.jsonl'))).toEqual(contentOf(LINES));
    const signIn = await fetch(
      `${authUrl()}/identitytoolkit.googleapis.com/v1/projects/${projectId()}/accounts:query`,
      {
        method: 'POST',
        headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
        body: '{}',
      },
    );
    expect(JSON.stringify(await signIn.json())).toContain(PASSWORD);
  });

  test('takes the place of nobody’s documents unless it is told to, and leaves nothing of before', async () => {
    await restored();
    await documents.seed({
      'users/eve': { cadence: 'daily' },
      'users/eve/alerts/001': { keyword: 'eve' },
    });
    const firestore = await database();
    const options = { mailedUntilMs: null, replaces: false, nowMs: NOW };
    await expect(restore(firestore, projectId(), DATA_OF_1_0, options)).rejects.toThrow(
      '--replace',
    );
    expect(await documents.read('users/eve')).not.toBeNull();
    await restored();
    expect(await documents.read('users/eve')).toBeNull();
    expect(await documents.below('users/eve')).toEqual([]);
  });

  const header = (change: object) =>
    JSON.stringify({ ...(JSON.parse(LINES[0]!) as object), ...change });
  const at = (place: number, line: string) => LINES.with(place, line).join('\n');
  test.each([
    ['empty', '', 'The file is empty.'],
    ['something else', '{"name":"earshot"}\n', 'The file is no backup of Earshot.'],
    ['no JSON', 'PK\u0003\u0004', 'The file is no backup of Earshot.'],
    ['one endless line', 'a'.repeat(16_000_001), 'The file is no backup of Earshot.'],
    [
      'of a newer version',
      at(0, header({ documents: 2 })),
      'A newer version of Earshot made this backup',
    ],
    [
      'in a newer format',
      at(0, header({ format: 2 })),
      'A newer version of Earshot made this backup',
    ],
    ['cut short', LINES.slice(0, 20).join('\n'), 'The backup is cut short after line 20.'],
    ['cut within a line', LINES.join('\n').slice(0, 9000), 'The backup is damaged in line'],
    ['without a line', LINES.toSpliced(9, 1).join('\n'), 'it is not as it was written'],
    ['changed', at(7, LINES[7]!.replace('bounce', 'bouncf')), 'it is not as it was written'],
    ['longer', `${LINES.join('\n')}\n{}`, 'The backup goes on after its end'],
  ])('that is %s is refused before anything is changed', async (_, text, message) => {
    await restored();
    const file = path.join(folder, 'wrong.jsonl');
    writeFileSync(file, text);
    await expect(restored(file)).rejects.toThrow(message);
    expect(await documents.read(`users/${ADA}`)).not.toBeNull();
  });
});

describe('what was mailed after the backup', () => {
  const HOOK = /channels\/(\w+)","fields":\{"kind":"webhook"/.exec(LINES.join())![1]!;
  const logOf = (id = 'sent') => documents.read(`users/${ADA}/ledger/${id}`);

  test('counts as told to who had a slot, and to a webhook, until an hour before the loss', async () => {
    // Ada is mailed at eight in Berlin, which is seven.
    const slotMs = Date.parse('2026-11-27T07:00:00Z');
    const lostMs = slotMs + 5 * HOUR_MS;
    expect(await restored(DATA_OF_1_0, lostMs)).toMatchObject({ people: 1, channels: 1 });
    const quarter = HOUR_MS / 4;
    expect(await logOf()).toMatchObject({ toldUntilMs: slotMs - quarter, failed: null });
    expect(await logOf(HOOK)).toMatchObject({ toldUntilMs: lostMs - HOUR_MS - quarter });
    // What ben's mailbox returned still waits.
    expect(await documents.read(`users/${BEN}/ledger/sent`)).not.toHaveProperty('toldUntilMs');
    const layout = await documents.read('system/alerts');
    expect(layout).toMatchObject({ epoch: Math.floor(NOW / 1000), shards: 1 });
    expect((layout?.['lastRunAt'] as { toMillis(): number }).toMillis()).toBe(lostMs - HOUR_MS);
  });

  test('was nothing where no slot was since, or nothing ran', async () => {
    expect(await restored(DATA_OF_1_0, BACKED_UP + HOUR_MS / 2)).toMatchObject({
      people: 0,
      channels: 0,
    });
    expect(await restored()).toMatchObject({ people: 0, channels: 0, digests: 0 });
    expect(await logOf()).not.toHaveProperty('toldUntilMs');
    await expect(restored(DATA_OF_1_0, BACKED_UP - HOUR_MS)).rejects.toThrow(
      'no mail that it knows of is later',
    );
  });

  test('includes a mail that was on its way, unless it was to go later', async () => {
    const file = path.join(folder, 'queued.jsonl');
    const line = LINES.findIndex((each) => each.startsWith(`{"path":"digests/${ADA}_2026`));
    const queued = LINES[line]!.replace('"state":"sent"', '"state":"queued"');
    const lines = LINES.with(line, queued).slice(0, -1);
    const sha256 = createHash('sha256')
      .update(`${lines.join('\n')}\n`)
      .digest('hex');
    writeFileSync(
      file,
      [...lines, JSON.stringify({ end: { lines: lines.length, sha256 } })].join('\n'),
    );
    const state = async () =>
      (await documents.read((JSON.parse(queued) as { path: string }).path))?.['state'] as unknown;
    expect(await restored(file, BACKED_UP + HOUR_MS / 2)).toMatchObject({ digests: 0 });
    expect(await state()).toBe('queued');
    expect(await restored(file, BACKED_UP + 2 * HOUR_MS)).toMatchObject({ digests: 1 });
    expect(await state()).toBe('sent');
  });
});
