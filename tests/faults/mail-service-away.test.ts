import { setTimeout as pause } from 'node:timers/promises';
import { Timestamp } from 'firebase/firestore/lite';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import { openAlertWorld } from '../support/deployed/alert-world.ts';
import { useDocuments } from '../support/use-documents.ts';
import { changeDigest, mailsTo, makeDigests, runFor } from './make-digests.ts';
import { recordFault, seconds } from './record-fault.ts';

const DIGESTS = 24;
const AT_ONCE = 8;

const documents = useDocuments();

async function openWorld() {
  const world = await openAlertWorld();
  onTestFinished(() => world.close());
  return world;
}

test('sends episodes later that a mail service refused or missed for a day', async () => {
  const world = await openWorld();
  const { digests, link, emailOf } = await makeDigests(world, documents, DIGESTS);
  const [refused, given] = [digests.slice(0, DIGESTS / 2), digests.slice(DIGESTS / 2)];
  for (const [some, status] of [
    [refused, 400],
    // A refused mail is sent once more in its plain form.
    [refused, 400],
    [given, 503],
  ] as const) {
    world.answers.push(...some.map(() => status));
    await Promise.all(some.map((digest) => world.deliver(digest)));
  }
  const createdAt = Timestamp.fromMillis(Date.now() - DAY_MS - 1000);
  for (const digest of given) await changeDigest(documents, digest, { createdAt });
  await Promise.all(given.map((digest) => world.deliver(digest)));
  const found = await Promise.all(
    digests.map(({ digestId }) => documents.read(`digests/${digestId}`)),
  );
  expect(found.map((fields): unknown => fields?.['code'])).toEqual([
    ...refused.map(() => 'sendgrid-400'),
    ...given.map(() => 'gave-up'),
  ]);

  const requests = world.mails.length;
  // What was refused waits an hour.
  world.passTime(HOUR_MS);
  const startedAt = performance.now();
  const again = await runFor(world, emailOf);
  await Promise.all(again.map((digest) => world.deliver(digest)));
  const tookMs = performance.now() - startedAt;
  expect(world.mails.length - requests).toBe(DIGESTS);
  // A plain form has no link to the episode.
  for (const { email } of digests) expect(mailsTo(world, email, link)).toBe(2);
  expect(await runFor(world, emailOf)).toEqual([]);
  recordFault({
    fault: `the mail service is away for more than a day (${given.length} digests) or refuses mails and their plain forms (${refused.length})`,
    seen: '“The mail service could not be reached for a whole day.” in the history; a mail later',
    lost: `nothing: ${again.length} of ${DIGESTS} digests’ episodes are in the next digest, once`,
    recovery: `at the next slot, at least an hour later (run and ${DIGESTS} mails: ${seconds(tookMs)})`,
  });
});

test('loses no mail and doubles few in ten minutes of unknown outcomes', async () => {
  const world = await openWorld();
  const { digests, link } = await makeDigests(world, documents, DIGESTS);
  const deliverAll = () => Promise.all(digests.map((digest) => world.deliver(digest)));
  world.service.isThere = false;
  const answers = [502, 504, 'hang', 'close'] as const;
  const OUTAGE_MINUTES = 12;
  for (let minute = 0; minute < OUTAGE_MINUTES; minute += 1) {
    world.answers.length = 0;
    world.answers.push(...digests.map((_, place) => answers[place % answers.length]!));
    await deliverAll();
    world.passTime(MINUTE_MS);
  }
  const whileAway = world.mails.length;
  world.answers.length = 0;
  world.service.isThere = true;
  let minutes = 0;
  for (; minutes < 60; minutes += 1) {
    await deliverAll();
    const states = await Promise.all(
      digests.map(async ({ digestId }): Promise<unknown> => {
        return (await documents.read(`digests/${digestId}`))?.['state'];
      }),
    );
    if (states.every((state) => state === 'sent')) break;
    world.passTime(MINUTE_MS);
  }
  const requests = digests.map(({ email }) => mailsTo(world, email, link));
  expect(Math.min(...requests)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...requests)).toBeLessThanOrEqual(2);
  expect(world.mails.length - whileAway).toBe(DIGESTS);
  recordFault({
    fault: `the mail service answers 502, 504 or nothing for ${OUTAGE_MINUTES} minutes while ${DIGESTS} digests are due`,
    seen: `${DIGESTS} mails, up to ${minutes} minutes after it is back; perhaps ${whileAway} of them twice`,
    lost: `nothing: it got ${whileAway} requests meanwhile, one a digest at most`,
    recovery: 'by itself, a quarter of an hour after the first try at the latest',
  });
});

test('respects the wait of a mail service, and every mail arrives once', async () => {
  const world = await openWorld();
  const { digests, link } = await makeDigests(world, documents, DIGESTS);
  const deliverAll = async () => {
    for (let at = 0; at < DIGESTS; at += AT_ONCE) {
      await Promise.all(digests.slice(at, at + AT_ONCE).map((digest) => world.deliver(digest)));
    }
  };
  const retries = 4;
  const askedAt = Date.now();
  world.answers.push(
    ...Array.from({ length: DIGESTS * retries }, () => ({ status: 429, retryAfter: '30' })),
  );
  for (let times = 0; times < retries; times += 1) await deliverAll();
  const whileAsked = world.mails.length;
  const delayed = world.tasks.filter(({ scheduleTime }) => scheduleTime !== null);
  // Each digest waits for itself.
  expect(whileAsked).toBe(DIGESTS);
  expect(delayed).toHaveLength(DIGESTS);

  world.answers.length = 0;
  const until = Math.max(...delayed.map(({ scheduleTime }) => Date.parse(scheduleTime ?? '')));
  expect(until).toBeGreaterThanOrEqual(askedAt + 30_000);
  await pause(until - Date.now());
  await deliverAll();
  expect(world.mails.length - whileAsked).toBe(DIGESTS);
  for (const { email } of digests) expect(mailsTo(world, email, link)).toBeGreaterThanOrEqual(1);
  recordFault({
    fault: `the mail service answers “429, wait 30 s” while ${DIGESTS} digests are tried ${retries} times each`,
    seen: `${DIGESTS} mails, each once, ${seconds(until - askedAt)} later`,
    lost: 'nothing',
    recovery: `at the moment it named; meanwhile it gets ${whileAsked} requests, not ${DIGESTS * retries}`,
  });
});
