import { Timestamp } from 'firebase/firestore/lite';
import { expect, onTestFinished, test } from 'vitest';
import { openAlertWorld } from '../support/deployed/alert-world.ts';
import { useDocuments } from '../support/use-documents.ts';
import { changeDigest, mailsTo, makeDigests } from './make-digests.ts';
import { recordFault, seconds } from './record-fault.ts';

const DIGESTS = 24;
const DEATHS = 3;

const documents = useDocuments();

test('loses no mail when senders die repeatedly before sending it', async () => {
  const world = await openAlertWorld();
  onTestFinished(() => world.close());
  const { digests, link } = await makeDigests(world, documents, DIGESTS);
  expect(digests).toHaveLength(DIGESTS);
  const deliverAll = () => Promise.all(digests.map((digest) => world.deliver(digest)));

  for (let death = 0; death < DEATHS; death += 1) {
    // All deliveries but the last hang while they look up the account; the last delivery kills the process.
    const waiting = Array.from({ length: DIGESTS - 1 }, () => () => new Promise<void>(() => {}));
    world.lookups.push(...waiting, () => world.kill());
    expect(new Set(await deliverAll())).toEqual(new Set(['the process ended']));
    for (const digest of digests) {
      const fields = await documents.read(`digests/${digest.digestId}`);
      if (fields?.['state'] !== 'sending') continue;
      const leaseUntil = Timestamp.fromMillis(Date.now() - 1000);
      await changeDigest(documents, digest, { leaseUntil });
    }
  }
  expect(world.mails).toEqual([]);

  const startedAt = performance.now();
  await deliverAll();
  const tookMs = performance.now() - startedAt;
  const arrived = digests.map(({ email }) => mailsTo(world, email, link));
  const once = arrived.filter((mails) => mails === 1).length;
  expect({ once, mails: world.mails.length }).toEqual({ once: DIGESTS, mails: DIGESTS });
  recordFault({
    fault: `the sender of ${DIGESTS} digests is killed ${DEATHS} times before it hands one over`,
    seen: `${once} of ${DIGESTS} mails, each once`,
    lost: 'nothing',
    recovery: `at the next task (${seconds(tookMs)} for all)`,
  });
});
