import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, type StoredFields } from '../contract/index.ts';
import { migrate, NO_PROGRESS, OLD_WRITERS_MS } from '../platform/documents/migrate.ts';
import { FIRST_VERSION, type Migration } from '../platform/documents/migrations.ts';
import { dropLog } from '../platform/test-log.ts';
import { fuzzRuns, timesSeen } from '../test-runs.ts';
import { inOrder } from './fixtures/stepped-processes.ts';
import { outboxWorld } from './fixtures/outbox-world.ts';
import {
  alertsAsRead,
  BETWEEN,
  type Documents,
  LAST,
  memoryMigrations,
  NEW,
  OLD,
  TO_BETWEEN,
  TO_LAST,
  type Version,
  written,
} from './fixtures/versions-world.ts';

beforeEach(dropLog);

const START = Date.UTC(2026, 10, 23, 12);
const WORDS = ['fusion', 'quokka', 'ledger'];
const PATHS = ['ada', 'ben'].flatMap((uid) =>
  ['001', '002', '003'].map((slot) => `users/${uid}/alerts/${slot}`),
);

/** `by`: which of the two versions that serve does it. */
type Action =
  | { kind: 'save' | 'reword'; path: string; word: string; by: 0 | 1 }
  | { kind: 'delete'; path: string }
  | { kind: 'publish'; word: string }
  | { kind: 'run'; by: 0 | 1 }
  | { kind: 'migrate'; steps: number; dies: boolean };

const path = fc.constantFrom(...PATHS);
const word = fc.constantFrom(...WORDS);
const by = fc.constantFrom<0 | 1>(0, 1);

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constantFrom('save' as const, 'reword' as const), path, word, by }),
  fc.record({ kind: fc.constant('delete' as const), path }),
  fc.record({ kind: fc.constant('publish' as const), word }),
  fc.record({ kind: fc.constant('run' as const), by }),
  fc.record({
    kind: fc.constant('migrate' as const),
    steps: fc.integer({ min: 1, max: 9 }),
    dies: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('migrate' as const),
    steps: fc.integer({ min: 1, max: 9 }),
    dies: fc.constant(false),
  }),
);

interface Phase {
  versions: readonly [Version, Version];
  migrations: readonly Migration[];
}

/** The releases after 1.0, each beside the one before. The second of two serves on alone. */
const PHASES: readonly Phase[] = [
  { versions: [OLD, BETWEEN], migrations: [TO_BETWEEN] },
  { versions: [BETWEEN, NEW], migrations: [TO_BETWEEN] },
  { versions: [NEW, LAST], migrations: [TO_BETWEEN, TO_LAST] },
];

/** Actions take three minutes each, so that the old code is gone before an hour is over. */
const history = fc.tuple(...PHASES.map(() => fc.array(action, { minLength: 4, maxLength: 19 })));

const seen = { mails: 0 };

/** Plays a history; where nothing is migrated, all of it by the old code. */
async function play(phases: readonly Action[][], migrates: boolean) {
  const world = outboxWorld(START);
  const documents: Documents = new Map();
  const state = { progress: NO_PROGRESS };
  const now = () => world.world.nowMs;
  const at = () => {
    const atMs = now();
    return { toMillis: () => atMs };
  };
  for (const uid of ['ada', 'ben']) {
    world.prefer(uid, { cadence: 'hourly', hour: 8, weekday: 1, timeZone: 'UTC' });
  }
  const readAs = (version: Version) => {
    const alerts = { get: () => alertsAsRead(documents, version) };
    world.world.asRead = Object.create(world.outbox, { alerts }) as typeof world.outbox;
  };
  const settle = () => world.settle(inOrder, () => false);
  const run = async (version: Version) => {
    readAs(version);
    world.startTick();
    await settle();
    for (const shard of world.shardTasks.splice(0)) world.startShard(shard);
    await settle();
    for (const id of world.tasks.splice(0)) world.startDelivery(id);
    await settle();
  };

  for (const [index, actions] of phases.entries()) {
    const { versions, migrations } = PHASES[index] ?? { versions: [OLD, OLD], migrations: [] };
    const codeOf = (which: 0 | 1): Version => (migrates ? versions[which] : OLD);
    const work = slowWork((pause) =>
      migrate(memoryMigrations(documents, state, pause), {
        migrations,
        now,
        oldWritersMs: OLD_WRITERS_MS,
        untilMs: Infinity,
      }),
    );
    for (const each of actions) {
      const before: StoredFields | undefined =
        'path' in each ? documents.get(each.path) : undefined;
      if (each.kind === 'save' && before === undefined) {
        documents.set(each.path, { ...codeOf(each.by).write(each.word), createdAt: at() });
      } else if (each.kind === 'reword' && before !== undefined) {
        const fields = { ...codeOf(each.by).write(each.word), changedAt: at() };
        documents.set(each.path, written(before, fields));
      } else if (each.kind === 'delete') documents.delete(each.path);
      else if (each.kind === 'publish') world.publish(world.episodes.length, each.word);
      else if (each.kind === 'run') await run(codeOf(each.by));
      else if (each.kind === 'migrate' && migrates) {
        await work.go(each.steps);
        if (each.dies) work.die();
      }
      world.world.nowMs += 3 * MINUTE_MS;
    }
    // The old code is gone. Runs go on, and the last pass begins.
    for (let hour = 0; hour < 3; hour += 1) {
      await run(codeOf(1));
      world.world.nowMs += HOUR_MS;
      if (migrates) await work.go(Infinity);
    }
    if (migrates)
      expect(state.progress).toEqual({
        ...NO_PROGRESS,
        version: FIRST_VERSION + migrations.length,
      });
    if (migrates) expect(unmigrated(documents, migrations)).toEqual([]);
  }
  return { mails: world.mails, documents };
}

function unmigrated(documents: Documents, migrations: readonly Migration[]): string[] {
  const last = migrations.at(-1);
  return [...documents].flatMap(([path, fields]) =>
    last === undefined || last.change(fields, path) === null ? [] : [path],
  );
}

/** A process that goes a few steps at a time, begins anew when it is done or has died, and may die anywhere. */
function slowWork(work: (pause: () => Promise<void>) => Promise<unknown>) {
  let waiting: (() => void)[] = [];
  let isOver = true;
  const start = () => {
    isOver = false;
    const own: (() => void)[] = (waiting = []);
    const pause = () => new Promise<void>((resolve) => own.push(resolve));
    void work(pause).finally(() => (isOver ||= waiting === own));
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    async go(steps: number): Promise<void> {
      if (isOver) start();
      for (let step = 0; step < steps && !isOver; step += 1) {
        waiting.shift()?.();
        await turn();
      }
    },
    die(): void {
      isOver = true;
      waiting = [];
    },
  };
}

test(
  'while two versions serve and documents are migrated, everybody is mailed what one version alone would have mailed',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (phases) => {
        const { mails, documents } = await play(phases, true);
        const alone = await play(phases, false);
        expect(mails).toEqual(alone.mails);
        const pairs = mails.flatMap(({ uid, links }) => links.map((link) => `${uid} ${link}`));
        expect(pairs).toEqual([...new Set(pairs)]);
        const words = (of: Documents, version: Version) =>
          alertsAsRead(of, version)
            .map(({ uid, alertId, keyword }) => [uid, alertId, keyword])
            .sort();
        expect(words(documents, LAST)).toEqual(words(alone.documents, OLD));
        seen.mails += pairs.length;
      }),
      { numRuns: fuzzRuns(150) },
    );
    expect(seen.mails).toBeGreaterThan(timesSeen(150));
  },
);
