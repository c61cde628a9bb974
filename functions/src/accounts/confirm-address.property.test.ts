import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { confirmAddress, type ConfirmationStore } from './confirm-address.ts';

/** An account over its life: everything made, and by whom its address was in use when that was made. */
function world(order: fc.Scheduler, { dies = () => false }: { dies?: () => boolean } = {}) {
  const state = {
    isVerified: false,
    isFromBefore: false,
    confirmedAt: null as number | null,
    asks: false,
    clock: 0,
    /** id → whether the address was verified when it was made. */
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
    isFromBefore: () => step(() => state.isFromBefore),
    listMade: () => step(() => ({ keys: [...state.things.keys()], channels: [], shows: [] })),
    async end(_, { keys }) {
      for (const key of keys) await step(() => state.things.delete(key));
    },
    confirm: (_, atMs) =>
      step(() => {
        if (state.confirmedAt !== null) return;
        state.confirmedAt = atMs;
        state.asks = [...state.alerts.values()].some(({ at }) => at <= atMs);
      }),
  };
  const confirm = () => confirmAddress(store, { uid: 'ada', createdAtMs: 0 }, state.clock);
  let made = 0;
  const put = (isVerified: boolean) => state.things.set(`thing ${(made += 1)}`, isVerified);
  return {
    state,
    /** As 1.0 did: without a look at the address. */
    makeIn10: () => put(state.isVerified),
    async make() {
      const isVerified = await step(() => state.isVerified);
      if (!isVerified) return;
      await confirm();
      await step(() => put(true));
    },
    /** What works: a key that calls, or a channel that gets a message. */
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
    /** The sweep after the upgrade, which trusts what a verified account has. */
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

test('nothing works that was made before the address was verified, and all that was made after it does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), steps, async (order, taken) => {
      const life = world(order);
      const foreign: string[] = [];
      const running: Promise<unknown>[] = [];
      let owned = 0;
      for (const step of taken) {
        if (step === 'verify') life.verify();
        // Once the address is verified, this version alone makes things.
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

test('whoever confirms ends at any step and is repeated', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { maxLength: 30 }),
      async (order, deaths) => {
        const left = [...deaths];
        const life = world(order, { dies: () => left.shift() ?? false });
        for (let thing = 0; thing < 4; thing += 1) life.makeIn10();
        life.saveAlert();
        life.verify();
        const foreign: string[] = [];
        for (let time = 0; time <= deaths.length; time += 1) {
          const using = life.use().then((found) => foreign.push(...found));
          await order.waitFor(using.catch(() => undefined));
        }
        expect(foreign).toEqual([]);
        expect(life.state).toMatchObject({ things: new Map(), asks: true });
        expect(life.state.confirmedAt).not.toBeNull();
      },
    ),
  );
});

test.each<[string, (life: ReturnType<typeof world>) => Promise<void> | void, string[], boolean]>([
  [
    'an account of 1.0 keeps what it made while verified',
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
    'an account of 1.0 that was never verified loses it at the first verification',
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
    'a new account that verifies before it saves anything is asked nothing',
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
