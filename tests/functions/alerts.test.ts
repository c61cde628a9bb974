import { type DocumentData, Timestamp } from 'firebase/firestore/lite';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import { firestoreRunStore } from '../../functions/src/alerts/match/run-store.ts';
import { database } from '../../functions/src/platform/firebase-admin.ts';
import { call, type Person, signUp, verifyEmail } from '../support/account.ts';
import { openAlertWorld, type Task } from '../support/deployed/alert-world.ts';
import { useDocuments } from '../support/use-documents.ts';
import { unique } from '../support/unique.ts';

const documents = useDocuments();
let world: Awaited<ReturnType<typeof openAlertWorld>>;
let ada: Person;
let keyword: string;

beforeAll(async () => {
  world = await openAlertWorld();
}, 60_000);

afterAll(() => world.close());

beforeEach(async () => {
  ada = await signUp();
  await verifyEmail(ada);
  keyword = `quokka${unique()}`;
  await save('001', keyword);
});

afterEach(() => {
  expect(world.answers).toEqual([]);
  expect(world.lookups).toEqual([]);
  expect(world.connections).toEqual([]);
});

async function save(slot: string, text: string): Promise<void> {
  const createdAt = Timestamp.now();
  await documents.seed({ [`users/${ada.uid}/alerts/${slot}`]: { keyword: text, createdAt } });
}

function prefer(cadence: string, more: DocumentData = {}) {
  const updatedAt = Timestamp.now();
  const fields = { cadence, hour: 8, weekday: 1, timeZone: 'UTC', updatedAt, ...more };
  return documents.seed({ [`users/${ada.uid}`]: fields });
}

async function shardPath(): Promise<string> {
  const layout = await documents.read('system/alerts');
  return `system/alerts-${layout?.['epoch'] ?? 1}-0`;
}

/** Runs a tick and its tasks as if the last run had been an hour ago. */
async function tickAfterAnHour({ twice = false } = {}): Promise<void> {
  const path = await shardPath();
  const lastRunAt = Timestamp.fromMillis(Date.now() - HOUR_MS);
  await documents.seed({ [path]: { missed: [], ...(await documents.read(path)), lastRunAt } });
  const { error, shards } = await world.tick();
  expect(error).toBeNull();
  expect(shards).toHaveLength(1);
  const runs = await Promise.all(
    [...shards, ...(twice ? shards : [])].map((shard) => world.look(shard)),
  );
  expect(runs.filter((thrown) => thrown !== null)).toEqual([]);
}

const tasksOfAda = () => world.tasks.filter(({ digestId }) => digestId.startsWith(ada.uid));
const mailsToAda = () =>
  world.mails.filter(({ personalizations: [to] }) => to?.to[0]?.email === ada.email);

async function makeDigest(): Promise<Task & { link: string }> {
  const link = await world.publish(keyword);
  expect(await world.run()).toBeNull();
  const task = tasksOfAda().at(-1);
  if (task === undefined) throw new Error('No task for the digest');
  return { ...task, link };
}

const digest = async ({ digestId }: Task) => (await documents.read(`digests/${digestId}`))!;
const lastEmails = async () =>
  Object.values<unknown>(
    (await documents.read(`users/${ada.uid}/ledger/pending`))?.['last'] as Record<string, unknown>,
  );
const history = ({ digestId }: Task) => documents.read(`users/${ada.uid}/deliveries/${digestId}`);

async function expectToldByNextDigest({ digestId, link }: Task & { link: string }): Promise<void> {
  expect(await world.run()).toBeNull();
  const next = tasksOfAda().at(-1);
  if (next === undefined) throw new Error('No task');
  expect(next.digestId).not.toBe(digestId);
  expect(await world.deliver(next)).toBeNull();
  expect(await digest(next)).toMatchObject({ state: 'sent' });
  const { sections } = (await digest(next)) as { sections: { episodes: { link: string }[] }[] };
  const links = sections.flatMap(({ episodes }) => episodes.map((episode) => episode.link));
  expect(links).toContain(link);
  // If several episodes mention the keyword briefly, the email links to the newest.
  expect(links).toContain(/https:\/\/show\.example\/\w+/.exec(mailText())?.[0]);
}

const mailText = () => mailsToAda().at(-1)?.content[0]?.value ?? '';

async function letDayPass(task: Task): Promise<void> {
  const fields: DocumentData = await digest(task);
  const createdAt = Timestamp.fromMillis(Date.now() - DAY_MS - 1000);
  await documents.seed({ [`digests/${task.digestId}`]: { ...fields, createdAt } });
}

async function letItBeTried(task: Task): Promise<void> {
  const fields: DocumentData = await digest(task);
  await documents.seed({ [`digests/${task.digestId}`]: { ...fields, notBefore: null } });
}

async function letLeaseRunOut(task: Task): Promise<void> {
  const fields: DocumentData = await digest(task);
  const leaseUntil = Timestamp.fromMillis(Date.now() - 1000);
  await documents.seed({ [`digests/${task.digestId}`]: { ...fields, leaseUntil } });
}

test('sends a new episode in one email after a refresh, a run and a task', async () => {
  const task = await makeDigest();
  expect(tasksOfAda()).toHaveLength(1);
  expect(await digest(task)).toMatchObject({ state: 'queued', uid: ada.uid, cadence: 'daily' });
  expect(mailsToAda()).toEqual([]);

  expect(await world.deliver(task)).toBeNull();
  const [mail, ...others] = mailsToAda();
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(new RegExp(`^${keyword} in The Show: Episode \\d+$`));
  const [{ headers = {}, custom_args: args } = {}] = mail?.personalizations ?? [];
  expect(args).toEqual({ digestId: task.digestId, uid: ada.uid });
  expect(headers['List-Unsubscribe']).toMatch(
    /^<https:\/\/earshot\.example\/api\/unsubscribe\?token=[\w.-]+>$/,
  );
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const [text, html] = mail?.content.map(({ value }) => value) ?? [];
  for (const part of [text, html]) {
    expect(part).toContain(task.link);
    expect(part).toContain('https://earshot.example/alerts');
  }
  // The notes mention the keyword once, so a line states which episode does.
  expect(text).toMatch(/”: Episode \d+ \(The Show, \w{3} \d+, \d{4}\)\n/);

  expect(await digest(task)).toMatchObject({ state: 'sent', code: null, leaseUntil: null });
  expect(await history(task)).toMatchObject({
    state: 'sent',
    subject: mail?.subject,
    alerts: [
      {
        alertId: expect.stringMatching(/^001-/) as string,
        keyword,
        count: 1,
        episodes: [{ link: task.link }],
      },
    ],
  });
  expect(await lastEmails()).toMatchObject([{ episodes: 1 }]);
});

test('starts every shard after a refresh with something new, and after no other', async () => {
  await world.startAfterRefreshes();
  await world.publish(keyword);
  expect(await world.startAfterRefreshes()).toMatchObject([{ shard: 0, shards: 1 }]);
  await world.refresh();
  expect(await world.startAfterRefreshes()).toEqual([]);
});

test('queues a digest again minutes after its task was lost', async () => {
  const task = await makeDigest();
  world.tasks.splice(world.tasks.indexOf(tasksOfAda()[0]!), 1);
  expect(await world.sweep()).toBeNull();
  expect(tasksOfAda()).toEqual([]);
  const createdAt = Timestamp.fromMillis(Date.now() - 3 * MINUTE_MS);
  await documents.seed({ [`digests/${task.digestId}`]: { ...(await digest(task)), createdAt } });
  expect(await world.sweep()).toBeNull();
  expect(await world.sweep()).toBeNull();
  const { name, digestId } = task;
  expect(tasksOfAda()).toEqual([{ name, digestId, scheduleTime: null }]);
});

const missedBy = (progress: Record<string, unknown> | null) =>
  (progress?.['missed'] as { uid: string }[]).map(({ uid }) => uid);

test('serves others if one sent log cannot be read, and its owner once it can', async () => {
  const grace = await signUp();
  await prefer('hourly');
  const mine = await documents.read(`users/${ada.uid}`);
  await documents.seed({
    [`users/${grace.uid}`]: mine!,
    [`users/${grace.uid}/alerts/002`]: (await documents.read(`users/${ada.uid}/alerts/001`))!,
    [`users/${ada.uid}/ledger/sent`]: { sent: 'broken' },
  });
  await world.publish(keyword);
  const before = Date.now();
  await tickAfterAnHour();
  expect(world.tasks.filter(({ digestId }) => digestId.startsWith(grace.uid))).toHaveLength(1);
  expect(tasksOfAda()).toEqual([]);
  const progress = await documents.read(await shardPath());
  expect((progress?.['lastRunAt'] as Timestamp).toMillis()).toBeGreaterThanOrEqual(before);
  // People of tests that run beside this one can be missed, too: their documents change meanwhile.
  const missed = missedBy(progress);
  expect(missed).toContain(ada.uid);
  expect(missed).not.toContain(grace.uid);
  expect((progress?.['report'] as { failed: number }).failed).toBeGreaterThan(0);

  await documents.remove(`users/${ada.uid}/ledger/sent`);
  await tickAfterAnHour();
  expect(tasksOfAda()).toHaveLength(1);
  expect(missedBy(await documents.read(await shardPath()))).not.toContain(ada.uid);
});

test('detects at each tick what was saved, resumed or chosen since the last one', async () => {
  await prefer('weekly');
  await tickAfterAnHour();
  const path = `users/${ada.uid}/alerts/001`;
  const second = `${keyword}b`;
  await save('two', second);
  await documents.seed({ [path]: { ...(await documents.read(path)), paused: true } });
  await tickAfterAnHour();
  await documents.seed({
    [path]: { ...(await documents.read(path)), paused: false, resumedAt: Timestamp.now() },
  });
  await prefer('hourly');
  await world.publish(keyword);
  await world.publish(second);
  await tickAfterAnHour();
  const [task, ...others] = tasksOfAda();
  expect(others).toEqual([]);
  const { sections } = await digest(task!);
  expect(sections).toHaveLength(2);
});

test('queues a shard again within ten minutes after its task was lost', async () => {
  const { error, shards } = await world.tick();
  expect(error).toBeNull();
  const layout = (await documents.read('system/alerts'))!;
  const path = await shardPath();
  const { report, startedAt, ...state } = (await documents.read(path)) ?? { missed: [] };
  expect(report).toBeDefined();
  expect(startedAt).toBeDefined();
  const tickAt = Timestamp.fromMillis(Date.now() - 5 * 60_000);
  await documents.seed({ 'system/alerts': { ...layout, tickAt }, [path]: state });
  const lost = await world.lost();
  expect(lost).toEqual(shards);
});

describe('duplicates', () => {
  test('sends one digest if the schedule runs twice at once and again', async () => {
    await prefer('hourly');
    await world.publish(keyword);
    await tickAfterAnHour({ twice: true });
    await tickAfterAnHour();
    await world.run();
    expect(tasksOfAda()).toHaveLength(1);
  });

  test('sends one email if a task runs twice at once and again', async () => {
    const task = await makeDigest();
    const both = await Promise.all([world.deliver(task), world.deliver(task)]);
    // One run finds the digest leased and fails; its retry has nothing to do.
    expect(both.filter((error) => error === null).length).toBeGreaterThanOrEqual(1);
    expect(await world.deliver(task)).toBeNull();
    expect(mailsToAda()).toHaveLength(1);
  });

  test('lists an episode under both of its keywords in one email', async () => {
    await save('two', `about ${keyword}`);
    const task = await makeDigest();
    await world.deliver(task);
    expect(mailsToAda()).toHaveLength(1);
    expect((await history(task))?.['alerts']).toHaveLength(2);
  });
});

describe('a response of SendGrid', () => {
  test.each([429, 500, 503, 401])('retries later after status %d', async (status) => {
    const task = await makeDigest();
    world.answers.push(status);
    expect(await world.deliver(task)).toContain('to be tried again');
    expect(await digest(task)).toMatchObject({ state: 'queued', code: `sendgrid-${status}` });
    expect(await world.deliver(task)).toBeNull();
    expect(await digest(task)).toMatchObject({ state: 'sent', attempt: 2, takeovers: 0 });
    expect(mailsToAda()).toHaveLength(2);
  });

  test('sends the plain form at once after status 400', async () => {
    const task = await makeDigest();
    world.answers.push(400);
    expect(await world.deliver(task)).toBeNull();
    expect(await digest(task)).toMatchObject({ state: 'queued', code: 'sendgrid-400' });
    expect(tasksOfAda()).toHaveLength(2);
    expect(await world.deliver(task)).toBeNull();
    expect(await digest(task)).toMatchObject({ state: 'sent', attempt: 2, isPlain: true });
    expect(mailsToAda()).toHaveLength(2);
    expect(mailText()).not.toContain(task.link);
    expect(mailText()).toContain('https://earshot.example/episode/');
  });

  test('fails after 400 for both forms, and the next digest has the episode', async () => {
    const task = await makeDigest();
    world.answers.push(400, 400);
    expect(await world.deliver(task)).toBeNull();
    expect(await world.deliver(task)).toBeNull();
    expect(mailsToAda()).toHaveLength(2);
    expect(await history(task)).toMatchObject({ state: 'failed', code: 'sendgrid-400' });
    expect(await lastEmails()).toEqual([]);
    await expectToldByNextDigest(task);
  });

  test.each([429, 503])('waits as long as Retry-After of status %d', async (status) => {
    const task = await makeDigest();
    world.answers.push({ status, retryAfter: '3' });
    const askedAt = Date.now();
    expect(await world.deliver(task)).toBeNull();
    const [, again] = tasksOfAda();
    const notBefore = Date.parse(again?.scheduleTime ?? '');
    expect(notBefore).toBeGreaterThanOrEqual(askedAt + 3000);
    expect(await digest(task)).toMatchObject({ state: 'queued', code: `sendgrid-${status}` });
    expect(await world.deliver(task)).toContain('to be tried again');
    expect(mailsToAda()).toHaveLength(1);

    world.passTime(notBefore - Date.now());
    expect(await world.deliver(task)).toBeNull();
    expect(mailsToAda()).toHaveLength(2);
    expect(await digest(task)).toMatchObject({ state: 'sent', attempt: 2, notBefore: null });
  });

  test.each(['hang', 'close', 502, 504] as const)(
    'retries once, a while later, if the outcome is unknown: %s',
    async (answer) => {
      const task = await makeDigest();
      world.answers.push(answer);
      expect(await world.deliver(task)).toBeNull();
      expect(await digest(task)).toMatchObject({ state: 'queued', takeovers: 1 });
      const [, again] = tasksOfAda();
      expect(Date.parse(again?.scheduleTime ?? '')).toBeGreaterThan(Date.now() + 14 * MINUTE_MS);
      expect(await world.deliver(task)).toContain('to be tried again');

      world.passTime(16 * MINUTE_MS);
      world.service.isThere = false;
      expect(await world.deliver(task)).toContain('to be tried again');
      expect(await digest(task)).toMatchObject({ state: 'queued', code: 'mail-service-away' });
      expect(mailsToAda()).toHaveLength(1);

      world.service.isThere = true;
      world.passTime(20 * MINUTE_MS);
      expect(await world.deliver(task)).toBeNull();
      expect(mailsToAda()).toHaveLength(2);
      expect(await digest(task)).toMatchObject({ state: 'sent', attempt: 2, takeovers: 1 });
      // Resets the functions' clock, as every restart does.
      await world.kill();
    },
  );

  test('gives up after two unknown outcomes, and the next digest has the episode', async () => {
    const task = await makeDigest();
    world.answers.push(502, 504);
    expect(await world.deliver(task)).toBeNull();
    world.passTime(16 * MINUTE_MS);
    expect(await world.deliver(task)).toBeNull();
    expect(await digest(task)).toMatchObject({ state: 'queued', takeovers: 2 });
    await world.kill();
    await letDayPass(task);
    await letItBeTried(task);
    expect(await world.deliver(task)).toBeNull();
    expect(mailsToAda()).toHaveLength(2);
    expect(await history(task)).toMatchObject({ state: 'failed', code: 'outcome-unknown' });
    await expectToldByNextDigest(task);
  });
});

test('sends once, however often the process dies before sending', async () => {
  const task = await makeDigest();
  for (let deaths = 0; deaths < 3; deaths += 1) {
    world.lookups.push(() => world.kill());
    expect(await world.deliver(task)).toBe('the process ended');
    expect(await digest(task)).toMatchObject({ state: 'queued', attempt: 0, takeovers: 0 });
  }
  expect(await world.deliver(task)).toBeNull();
  expect(mailsToAda()).toHaveLength(1);
  expect(await digest(task)).toMatchObject({ state: 'sent', attempt: 1, takeovers: 0 });
});

test('sends once more if the process dies between claiming and sending', async () => {
  const task = await makeDigest();
  world.connections.push(() => world.kill());
  expect(await world.deliver(task)).toBe('the process ended');
  expect(mailsToAda()).toEqual([]);
  expect(await digest(task)).toMatchObject({ state: 'sending', attempt: 1, takeovers: 0 });
  await letLeaseRunOut(task);
  expect(await world.deliver(task)).toBeNull();
  expect(mailsToAda()).toHaveLength(1);
  expect(await digest(task)).toMatchObject({ state: 'sent', attempt: 2, takeovers: 1 });
});

test('sends at most twice if the process dies between sending and recording', async () => {
  const task = await makeDigest();
  for (const mails of [1, 2]) {
    world.answers.push(() => world.kill());
    expect(await world.deliver(task)).toBe('the process ended');
    expect(mailsToAda()).toHaveLength(mails);
    expect(await digest(task)).toMatchObject({ state: 'sending', attempt: mails });
    await letLeaseRunOut(task);
  }
  expect(await world.deliver(task)).toContain('to be tried again');
  expect(mailsToAda()).toHaveLength(2);
  await letDayPass(task);
  await letItBeTried(task);
  expect(await world.deliver(task)).toBeNull();
  expect(await history(task)).toMatchObject({ state: 'failed', code: 'outcome-unknown' });
  await expectToldByNextDigest(task);
});

describe('a digest that is not sent', () => {
  async function expectNoMail(task: Task, state: string, code: string): Promise<void> {
    expect(await world.deliver(task)).toBeNull();
    expect(mailsToAda()).toEqual([]);
    expect(await digest(task)).toMatchObject({ state, code });
  }

  test('sends nothing if the alert was deleted since the match', async () => {
    const task = await makeDigest();
    await documents.remove(`users/${ada.uid}/alerts/001`);
    await expectNoMail(task, 'cancelled', 'nothing-left');
    expect(await documents.read(`users/${ada.uid}/alerts/001`)).toBeNull();
  });

  test('sends nothing if the alert was paused', async () => {
    const task = await makeDigest();
    const path = `users/${ada.uid}/alerts/001`;
    await documents.seed({ [path]: { ...(await documents.read(path)), paused: true } });
    await expectNoMail(task, 'cancelled', 'nothing-left');
  });

  test('sends nothing while all email is off, and the digest’s episode afterwards', async () => {
    const task = await makeDigest();
    await prefer('paused');
    await expectNoMail(task, 'cancelled', 'paused');
    await world.publish(keyword);
    await world.run();
    expect(tasksOfAda()).toHaveLength(1);
    await prefer('daily', { resumedAt: Timestamp.fromMillis(Date.now() - MINUTE_MS) });
    await expectToldByNextDigest(task);
  });

  test('sends nothing that was found before all email was on again', async () => {
    const task = await makeDigest();
    await prefer('paused');
    await expectNoMail(task, 'cancelled', 'paused');
    await world.publish(keyword);
    await world.run();
    // New episodes count as found up to a quarter of an hour after their refresh.
    const afterAll = Timestamp.fromMillis(Date.now() + 16 * MINUTE_MS);
    await prefer('daily', { resumedAt: afterAll });
    await world.run();
    expect(tasksOfAda()).toHaveLength(1);
  });

  test('omits what the person excluded since, and sends the remainder at once', async () => {
    const task = await makeDigest();
    const path = `users/${ada.uid}/alerts/001`;
    const changed = { keyword: `${keyword} -sponsor`, language: 1, changedAt: Timestamp.now() };
    await documents.seed({ [path]: { ...(await documents.read(path)), ...changed } });
    await expectNoMail(task, 'cancelled', 'changed');
    expect(await history(task)).toBeNull();
    await expectToldByNextDigest(task);
  });

  test('gives up after a day without the mail service, and the next digest has the episode', async () => {
    const task = await makeDigest();
    world.answers.push(503);
    expect(await world.deliver(task)).toContain('to be tried again');
    await letDayPass(task);
    expect(await world.deliver(task)).toBeNull();
    expect(await history(task)).toMatchObject({ state: 'failed', code: 'gave-up' });
    await expectToldByNextDigest(task);
  });

  test('sends nothing to an unverified address, and the episode once it is verified', async () => {
    ada = await signUp();
    await save('001', keyword);
    const task = await makeDigest();
    await expectNoMail(task, 'cancelled', 'unverified');
    await verifyEmail(ada);
    await expectToldByNextDigest(task);
  });

  test('sends nothing to a deleted account and leaves nothing of it', async () => {
    const task = await makeDigest();
    const { status } = await call('deleteAccount', ada, { confirm: ada.email });
    expect(status).toBe(200);
    expect(await world.deliver(task)).toBeNull();
    expect(mailsToAda()).toEqual([]);
    expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
    expect(await documents.read(`users/${ada.uid}`)).toBeNull();
  });

  test('writes nothing to an account that is deleted during sending', async () => {
    const task = await makeDigest();
    world.answers.push(async () => {
      await call('deleteAccount', ada, { confirm: ada.email });
    });
    expect(await world.deliver(task)).toBeNull();
    expect(await documents.read(`digests/${task.digestId}`)).toBeNull();
    expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
  });
});

async function letHourPass(): Promise<void> {
  const { epoch, shards } = (await documents.read('system/alerts')) as {
    epoch: number;
    shards: number;
  };
  for (let shard = 0; shard < shards; shard += 1) {
    const path = `system/alerts-${epoch}-${shard}`;
    const state = await documents.read(path);
    const lastRunAt = Timestamp.fromMillis(Date.now() - HOUR_MS);
    if (state !== null) await documents.seed({ [path]: { ...state, lastRunAt } });
  }
}

test('loses and duplicates nothing when the number of shards changes', async () => {
  // One person in each of the five shards, with an hourly digest.
  const uids = ['0', 'F', 'W', 'j', 'z'].map((start) => `${start}-${unique()}`);
  const worlds: Awaited<ReturnType<typeof openAlertWorld>>[] = [];
  onTestFinished(async () => {
    for (const world of worlds) await world.close();
  });
  const open = async (shards: number) => {
    const world = await openAlertWorld({ ALERT_SHARDS: String(shards) });
    worlds.push(world);
    return world;
  };
  const oursIn = (world: Awaited<ReturnType<typeof open>>) =>
    world.tasks
      .map(({ digestId }) => digestId)
      .filter((id) => uids.some((uid) => id.startsWith(uid)));
  const tick = async (world: Awaited<ReturnType<typeof open>>) => {
    await letHourPass();
    const { error, shards } = await world.tick();
    expect(error).toBeNull();
    for (const shard of shards) expect(await world.look(shard)).toBeNull();
    return shards.length;
  };

  const now = Timestamp.now();
  for (const uid of uids) {
    await documents.seed({
      [`users/${uid}`]: {
        cadence: 'hourly',
        hour: 8,
        weekday: 1,
        timeZone: 'UTC',
        updatedAt: now,
      },
      [`users/${uid}/alerts/000`]: { keyword, createdAt: now },
    });
  }
  const five = await open(5);
  await five.publish(keyword);
  expect(await tick(five)).toBe(5);
  expect(oursIn(five)).toHaveLength(5);
  expect(new Set(oursIn(five)).size).toBe(5);
  expect(await documents.read('system/alerts')).toMatchObject({ shards: 5 });

  const two = await open(2);
  await two.publish(keyword);
  // These tasks belong to the previous layout and run after it has changed.
  const { shards: stale } = await five.tick();
  expect(await tick(two)).toBe(2);
  expect(await documents.read('system/alerts')).toMatchObject({ shards: 2 });
  for (const shard of stale) expect(await five.look(shard)).toBeNull();
  // New matches are sent only in the next hour.
  const all = [...oursIn(five), ...oursIn(two)];
  expect(new Set(all).size).toBe(all.length);
});

test('replaces a layout together with the progress of its shards', async () => {
  const runs = firestoreRunStore(await database());
  const before = await runs.layout();
  const epoch = Date.now();
  const missed = [{ uid: 'ada', slotMs: epoch }];
  await runs.changeLayout((layout) => ({ ...layout, epoch, shards: 2 }));
  await runs.changeState(epoch, 1, (state) => {
    expect(state).toBeNull();
    return { lastRunAtMs: epoch - HOUR_MS, missed, startedAtMs: epoch, report: null, cursor: null };
  });
  const replaced = await runs.replaceLayout((found, states) => {
    expect(found).toMatchObject({ epoch, shards: 2 });
    expect(states).toMatchObject([null, { lastRunAtMs: epoch - HOUR_MS, missed }]);
    return { ...found, carried: { lastRunAtMs: epoch - HOUR_MS, missed } };
  });
  expect(await runs.layout()).toEqual(replaced);
  expect(await runs.states(epoch, [1, 0])).toMatchObject([{ startedAtMs: epoch }, null]);
  await runs.changeLayout(() => before);
});
