import { type DocumentData, Timestamp } from 'firebase/firestore/lite';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import { type Person, signUp, verifyEmail } from '../support/account.ts';
import { openAlertWorld } from '../support/deployed/alert-world.ts';
import { type Documents, openDocuments } from '../support/documents.ts';
import { projectId } from '../support/stack.ts';
import { recordFault, seconds } from './record-fault.ts';
import { unique } from '../support/unique.ts';

/** Number of kills, evenly spread over the duration of a tick, a run and three deliveries. */
const POINTS = 30;
/** Rounds run concurrently, because the locks of a killed transaction last for a minute or two. */
const AT_ONCE = 6;
const HOURLY = 3;
const ENDED = 'the process ended';
const PASS_MS = 15 * MINUTE_MS;
const MOST_PASSES = 40;
/** Further passes (two hours) after all emails have arrived. No email may arrive twice in them. */
const PASSES_AFTER = 8;

type World = Awaited<ReturnType<typeof openAlertWorld>>;
type Step = 'tick' | 'run' | 'delivery' | 'none';

interface Outcome {
  died: Step;
  lost: number;
  /** Emails with an episode that the same person had already received. */
  doubled: number;
  /** Emails to people whose digest was not due. */
  early: number;
  /** Digests sent twice because the sender was killed before it could record the first email. */
  again: number;
  recoveryMs: number;
}

async function openRound(point: number) {
  const project = `${projectId()}-kill-${Math.floor(point)}`;
  const documents = openDocuments(project);
  const world = await openAlertWorld({ GCLOUD_PROJECT: project });
  const keyword = `bettong${unique()}`;
  const hourly = await Promise.all(
    Array.from({ length: HOURLY }, () => follow(documents, keyword, { cadence: 'hourly' })),
  );
  // A weekday that is not today in any time zone.
  const weekday = (new Date().getUTCDay() + 3) % 7;
  const weekly = await follow(documents, keyword, { cadence: 'weekly', weekday });
  return { documents, world, keyword, hourly, weekly };
}

async function follow(
  documents: Documents,
  keyword: string,
  preferences: DocumentData,
): Promise<Person> {
  const person = await signUp();
  await verifyEmail(person);
  const at = Timestamp.now();
  const rest = { hour: 8, weekday: 1, timeZone: 'UTC', updatedAt: at };
  await documents.seed({
    [`users/${person.uid}`]: { ...rest, ...preferences },
    [`users/${person.uid}/alerts/001`]: { keyword, createdAt: at },
  });
  return person;
}

/** The functions' clock. A restart resets it to the real time. */
function clockOf(world: World) {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    pass(ms: number): void {
      aheadMs += ms;
      world.passTime(ms);
    },
    async killFunctions(): Promise<void> {
      await world.kill();
      world.passTime(aheadMs);
    },
  };
}

/**
 * Returns the step during which the process was killed. After other errors, such as locks, the next pass tries again.
 */
async function pass(world: World, delivered: Set<string>): Promise<Step> {
  const { error, shards } = await world.tick();
  if (error !== null) return error === ENDED ? 'tick' : 'none';
  for (const shard of shards) if (await failed(world.look(shard))) return 'run';
  for (const task of world.tasks) {
    if (delivered.has(task.name)) continue;
    if (await failed(world.deliver(task))) return 'delivery';
    delivered.add(task.name);
  }
  return 'none';
}

const failed = async (step: Promise<string | null>) => (await step) === ENDED;

function mailsOf(world: World, { email }: Person, link: string): string[] {
  return world.mails.flatMap(({ personalizations: [to], content: [text] }) =>
    to?.to[0]?.email === email && text?.value.includes(link)
      ? [to.custom_args?.['digestId'] ?? '']
      : [],
  );
}

async function dieAt(point: number): Promise<Outcome> {
  const { documents, world, keyword, hourly, weekly } = await openRound(point);
  try {
    const clock = clockOf(world);
    const delivered = new Set<string>();
    const nextHour = () => {
      clock.pass(HOUR_MS - (clock.now() % HOUR_MS) + MINUTE_MS);
      return pass(world, delivered);
    };
    await nextHour();
    const links = [await world.publish(keyword)];
    const startedAt = performance.now();
    expect(await nextHour()).toBe('none');
    const tookMs = performance.now() - startedAt;
    for (const person of hourly) expect(mailsOf(world, person, links[0]!)).toHaveLength(1);

    let died: Step = 'none';
    // Durations vary, so a kill that came too late is repeated at an earlier time.
    for (let atMs = (tookMs * point) / POINTS; died === 'none'; atMs *= 0.7) {
      links.push(await world.publish(keyword));
      let killed: Promise<void> | undefined;
      const kill = () => {
        killed = clock.killFunctions();
      };
      const timer = setTimeout(kill, atMs);
      died = await nextHour();
      clearTimeout(timer);
      await killed;
    }

    const recoveryStartedAt = performance.now();
    let passesTold = 0;
    for (let passes = 0; passes < MOST_PASSES && passesTold < PASSES_AFTER; passes += 1) {
      clock.pass(PASS_MS);
      await world.sweep();
      // A digest whose sender was killed has a new task by now, so every task is delivered again.
      delivered.clear();
      await pass(world, delivered);
      if (hourly.every((person) => mailsOf(world, person, links.at(-1)!).length > 0))
        passesTold += 1;
    }
    const told = hourly.flatMap((person) => links.map((link) => mailsOf(world, person, link)));
    return {
      died,
      lost: told.filter((mails) => mails.length === 0).length,
      doubled: told.filter((mails) => new Set(mails).size > 1).length,
      early: links.flatMap((link) => mailsOf(world, weekly, link)).length,
      again: told.reduce((sum, mails) => sum + mails.length - new Set(mails).size, 0),
      recoveryMs: performance.now() - recoveryStartedAt,
    };
  } finally {
    await world.close();
    await documents.close();
  }
}

test(
  `functions killed at ${POINTS} points of a tick, its run and its deliveries lose and double nothing`,
  { timeout: 1_800_000 },
  async () => {
    const points = Array.from({ length: POINTS }, (_, index) => index + 0.5).values();
    const outcomes: Outcome[] = [];
    const dieInTurn = async () => {
      for (const point of points) {
        const outcome = await dieAt(point);
        const { lost, doubled, early } = outcome;
        // Asserted after each round, because all rounds together take many minutes.
        expect({ point, lost, doubled, early }).toEqual({ point, lost: 0, doubled: 0, early: 0 });
        outcomes.push(outcome);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, dieInTurn));
    const during = (step: Step) => outcomes.filter(({ died }) => died === step).length;
    const again = outcomes.reduce((sum, outcome) => sum + outcome.again, 0);
    // A digest may be sent twice only if the kill came between sending and recording the first email.
    expect(again).toBeLessThanOrEqual(during('delivery'));
    for (const step of ['tick', 'run', 'delivery'] as const) {
      expect(during(step), step).toBeGreaterThan(0);
    }
    const recoveries = outcomes.map(({ recoveryMs }) => recoveryMs).sort((a, b) => a - b);
    recordFault({
      fault: `the functions are killed at ${POINTS} points: ${during('tick')} of the tick, ${during('run')} of the run, ${during('delivery')} of deliveries`,
      seen: `every mail of ${POINTS * HOURLY} once, ${again} of them once more`,
      lost: 'nothing',
      recovery: `by the next ticks and sweeps (median ${seconds(recoveries[POINTS / 2]!)}, most of it locks that the emulator keeps for the dead)`,
    });
  },
);
