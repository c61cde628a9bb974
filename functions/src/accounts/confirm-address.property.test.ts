import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { confirmAddress, type ConfirmationStore } from './confirm-address.ts';

/** A simulated account. Each step throws if `dies` returns true. */
function world(order: fc.Scheduler, { dies = () => false }: { dies?: () => boolean } = {}) {
  const state = {
    isVerified: false,
    isFromBefore: false,
    confirmedAt: null as number | null,
    asks: false,
    clock: 0,
    /** When the sessions began that still work. */
    sessions: [] as number[],
    /** id → true if the address was verified when the thing was created. */
    things: new Map<string, boolean>(),
    alerts: new Map<string, { at: number; isOwners: boolean }>(),
  };
  const step = <T>(work: () => T): Promise<T> =>
    order.schedule(Promise.resolve()).then(() => {
      if (dies()) throw new Error('died');
      return work();
    });
  const store: ConfirmationStore = {
    isConfirmed: () => step(() => state.confirmedAt !== null),
    isLeftToSweep: () => step(() => state.isFromBefore),
    listMade: () =>
      step(() => ({ keyPaths: [...state.things.keys()], channelIds: [], showIds: [] })),
    async deleteMade(_, { keyPaths }) {
      for (const key of keyPaths) await step(() => state.things.delete(key));
    },
    endSessionsBefore: (_, atMs) =>
      step(() => {
        state.sessions = state.sessions.filter((beganMs) => beganMs >= atMs);
      }),
    confirm: (_, atMs) =>
      step(() => {
        if (state.confirmedAt !== null) return;
        state.confirmedAt = atMs;
        state.asks = [...state.alerts.values()].some(({ at }) => at <= atMs);
      }),
  };
  const confirm = () => {
    const sessionsFromMs = Math.max(0, ...state.sessions);
    return confirmAddress(store, { uid: 'ada', createdAtMs: 0, sessionsFromMs }, state.clock);
  };
  let made = 0;
  const put = (isVerified: boolean) => state.things.set(`thing ${(made += 1)}`, isVerified);
  return {
    state,
    /** Creates a thing as version 1.0 did, which did not require a verified address. */
    makeIn10: () => put(state.isVerified),
    async make() {
      const isVerified = await step(() => state.isVerified);
      if (!isVerified) return;
      await confirm();
      await step(() => put(true));
    },
    /** Uses all things, as requests and deliveries do. Returns those created before the verification. */
    async use(): Promise<string[]> {
      const isVerified = await step(() => state.isVerified);
      if (!isVerified) return [];
      await confirm();
      return step(() => [...state.things].flatMap(([id, isOwners]) => (isOwners ? [] : id)));
    },
    saveAlert: () => {
      state.clock += 1;
      state.alerts.set(`alert ${state.clock}`, { at: state.clock, isOwners: state.isVerified });
    },
    verify: () => {
      state.clock += 1;
      state.isVerified = true;
    },
    /** Simulates `noteVerifiedAccounts`, which keeps the things of a verified account. */
    sweep: () =>
      step(() => {
        if (state.isFromBefore && state.isVerified) state.confirmedAt ??= 0;
        state.isFromBefore = false;
      }),
  };
}

const steps = fc.array(
  fc.constantFrom('make', 'use', 'save', 'verify', 'use', 'make', '1.0', 'save'),
  { maxLength: 14 },
);

test('deletes what was created before the verification and keeps what was created after it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), steps, async (order, taken) => {
      const life = world(order);
      const foreign: string[] = [];
      const running: Promise<unknown>[] = [];
      let owned = 0;
      for (const step of taken) {
        if (step === 'verify') life.verify();
        // In this test, version 1.0 is out of use by the time of the verification.
        if (step === '1.0' && !life.state.isVerified) life.makeIn10();
        if (step === 'save') life.saveAlert();
        if (step === 'make') {
          owned += life.state.isVerified ? 1 : 0;
          running.push(life.make());
        }
        if (step === 'use') running.push(life.use().then((found) => foreign.push(...found)));
        if (order.count() > 0) await order.waitNext(1);
      }
      await order.waitFor(Promise.all(running));
      expect(foreign).toEqual([]);
      const isOwners = [...life.state.things.values()].filter(Boolean).length;
      expect(isOwners).toBeGreaterThanOrEqual(owned);
    }),
  );
});

test('completes a confirmation, which ends older sessions, that crashes at any step and is retried', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { maxLength: 30 }),
      async (order, deaths) => {
        const left = [...deaths];
        const life = world(order, { dies: () => left.shift() ?? false });
        for (let thing = 0; thing < 4; thing += 1) life.makeIn10();
        life.saveAlert();
        life.state.sessions = [1, 2, 3];
        life.verify();
        const foreign: string[] = [];
        for (let time = 0; time <= deaths.length; time += 1) {
          const using = life.use().then((found) => foreign.push(...found));
          await order.waitFor(using.catch(() => undefined));
        }
        expect(foreign).toEqual([]);
        expect(life.state).toMatchObject({ things: new Map(), asks: true, sessions: [3] });
        expect(life.state.confirmedAt).not.toBeNull();
      },
    ),
  );
});

test.each<[string, (life: ReturnType<typeof world>) => Promise<void> | void, string[], boolean]>([
  [
    'an account of 1.0 keeps what it created while verified',
    (life) => {
      life.state.isFromBefore = true;
      life.verify();
      life.makeIn10();
      life.saveAlert();
    },
    ['thing 1'],
    false,
  ],
  [
    'an unverified account of 1.0 loses what it created at the first verification',
    async (life) => {
      life.state.isFromBefore = true;
      life.makeIn10();
      life.saveAlert();
      await life.sweep();
      life.verify();
    },
    [],
    true,
  ],
  [
    'a new account that verifies before it saves an alert is not asked about alerts',
    (life) => {
      life.verify();
    },
    [],
    false,
  ],
])('%s', async (_, happen, things, asks) => {
  const order = { schedule: <T>(task: Promise<T>) => task } as unknown as fc.Scheduler;
  const life = world(order);
  await happen(life);
  await life.use();
  await life.sweep();
  await life.use();
  expect([...life.state.things.keys()]).toEqual(things);
  expect(life.state.asks).toBe(asks);
});
