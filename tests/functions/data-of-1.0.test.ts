import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deleteApp, initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore } from 'firebase/firestore';
import { Bytes, Timestamp } from 'firebase/firestore/lite';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSentLog, readDigest } from '../../functions/src/alerts/outbox/outbox-documents.ts';
import { sectionPairs, sentPairs, pairsIn } from '../../functions/src/alerts/outbox/sent-log.ts';
import { readPreferences } from '../../functions/src/alerts/alert-record.ts';
import { readServedChannel } from '../../functions/src/delivery/channels/served-channel.ts';
import { readAlert } from '../../functions/src/contract/index.ts';
import { database } from '../../functions/src/platform/firebase-admin.ts';
import { createMemberData } from '../../web/src/shared/data/firestore/firestore-member-data.ts';
import { openAlertWorld } from '../support/deployed/alert-world.ts';
import { startReceiver } from '../support/start-receiver.ts';
import { authUrl, firestoreAddress, projectId } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

/** Data that Earshot 1.0 stored of two invented people, with every kind of document. Never change this file. */
const DATA_OF_1_0 = path.join(import.meta.dirname, 'fixtures/documents-1.0.jsonl');
const LINES = readFileSync(DATA_OF_1_0, 'utf8').trimEnd().split('\n');
const [, ...ENTRIES] = LINES.slice(0, -1).map((line) => JSON.parse(line) as unknown);

type Entry = { path: string; fields: object } | { account: { localId: string; email: string } };

// Uses a separate database, because each test replaces all documents.
beforeAll(() => {
  process.env['GCLOUD_PROJECT'] = `${projectId()}-1-0`;
});

const documents = useDocuments();

async function storeData(): Promise<void> {
  const firestore = await database();
  for (const collection of await firestore.listCollections()) {
    await firestore.recursiveDelete(collection);
  }
  const stored = (ENTRIES as Entry[]).flatMap((entry) =>
    'path' in entry ? [[entry.path, fromJson(entry.fields) as object] as const] : [],
  );
  await documents.seed(Object.fromEntries(stored));
  const users = (ENTRIES as Entry[]).flatMap((entry) =>
    'account' in entry ? [entry.account] : [],
  );
  const created = await fetch(
    `${authUrl()}/identitytoolkit.googleapis.com/v1/projects/${projectId()}/accounts:batchCreate`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ users, allowOverwrite: true }),
    },
  );
  expect(created.status).toBe(200);
}

/** Converts times and bytes, which JSON lacks: `{"$time":[seconds,nanoseconds]}` and `{"$bytes":"…"}`. */
function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object' || value === null) return value;
  if ('$time' in value) return new Timestamp(...(value.$time as [number, number]));
  if ('$bytes' in value) return Bytes.fromBase64String(value.$bytes as string);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fromJson(each)]));
}

function uidOf(email: string): string {
  const accounts = (ENTRIES as Entry[]).flatMap((entry) =>
    'account' in entry ? [entry.account] : [],
  );
  return accounts.find((account) => account.email === email)!.localId;
}
const TOLD = ['https://show.example/40a8fbb224', 'https://show.example/517f2aed9a'];
const ADA = uidOf('ada@example.com');
const BEN = uidOf('ben@example.com');

describe('the data of 1.0', () => {
  beforeEach(storeData);

  test('reads and changes the data of 1.0 with the code and the rules of today', async () => {
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
    const channels = (await all('channels')).map(
      (each) => readServedChannel(each.id, each.data())?.kind,
    );
    expect(channels.sort()).toEqual(['feed', 'webhook']);
    expect(readPreferences((await documents.read(`users/${ADA}`)) ?? {})).toMatchObject({
      cadence: 'daily',
      channels: [{ kind: 'webhook' }, { kind: 'feed' }],
    });
    // The sent log contains every match that was sent, and none that bounced.
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
    await member.resumeAlert(idOf('bilby'));
    await member.chooseMailed(idOf('potoroo'), true);
    await member.pauseAlert(idOf('wombat -zoo -advert'));
    await member.deleteAlert(idOf('numbat'));
    const [bookmark] = await all('bookmarks');
    await member.removeBookmark(bookmark!.id);
    await member.savePreferences({ cadence: 'hourly', hour: 7, weekday: 2, timeZone: 'UTC' });
    await deleteApp(app);
    expect(await documents.read(`users/${ADA}`)).toMatchObject({ cadence: 'hourly', hour: 7 });
  });

  test('mails new episodes of 1.0’s alerts once, nothing again, and nothing to suppressed addresses', async () => {
    const receiver = await startReceiver();
    const secret = (
      await (await database()).collection('channelSecrets').where('kind', '==', 'webhook').get()
    ).docs[0]!;
    await secret.ref.update({ url: receiver.url });
    const world = await openAlertWorld();
    try {
      // The episodes need new titles, because an episode with the title of a sent one counts as a duplicate.
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
