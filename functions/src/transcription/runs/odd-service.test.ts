import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { keepLog, logEntries } from '../../testing/test-log.ts';
import { type Fault, transcriptionWorld } from '../fixtures/transcription-world.ts';
import { mp3Seconds } from '../fixtures/mp3.ts';
import { LOST, READABLE, TOO_LARGE, UNBILLED, UNREADABLE } from '../fixtures/odd-answers.ts';
import { changeLedger, readLedger } from '../ledger/ledger-store.ts';
import { dayOf, usedSeconds } from '../ledger/ledger.ts';
import { readText } from './transcribed-text.ts';

const NOW = Date.UTC(2026, 10, 28, 2);
const TINY = { version: 2.5, kbits: 8, sampleRate: 8000 } as const;
/** A little longer than the sounds, whose last frame ends after them. */
const PART_MS = 102_000;
const secondsOf = (count: number, fill: number) =>
  Buffer.concat(
    Array.from({ length: count }, (_, at) => mp3Seconds(100, { ...TINY, fill: fill + at })),
  );
const AUDIO = {
  'three parts': secondsOf(3, 1),
  ...Object.fromEntries([4, 5, 6, 7, 8, 9].map((fill) => [`part ${fill}`, secondsOf(1, fill)])),
};

/** Each job is named after its audio, and belongs to a show of its own. */
async function world(keys: readonly string[], secondsADay = 3600) {
  const created = transcriptionWorld(AUDIO, secondsADay);
  for (const key of keys) await created.addJob(key, key, NOW);
  await changeLedger(created.objects, (ledger) => {
    ledger.partMs['test'] = PART_MS;
    for (const key of keys) ledger.jobs[key]!.feed = `https://show.example/${key}`;
  });
  const ledger = () => readLedger(created.objects);
  const jobOf = async (key: string) => (await ledger()).jobs[key];
  const runAt = (key: string, at: number) =>
    created.run(
      key,
      created.worker(() => at),
    );
  /** Runs the jobs every quarter of an hour, in turn, and resolves with the times at which they ended. */
  const runFor = async (lastMs: number, from = NOW) => {
    const ends = new Map<string, number>();
    for (let at = from; at < from + lastMs; at += 15 * MINUTE_MS)
      for (const key of keys.filter((each) => !ends.has(each)))
        if (['heard', 'failed'].includes((await runAt(key, at)) ?? '')) ends.set(key, at);
    return ends;
  };
  const textOf = async (key: string) => (await readText(created.objects, key))?.spoken.text;
  const sends = () => Math.max(0, ...created.sent.values());
  const used = async () => usedSeconds(await ledger(), dayOf(NOW));
  return { ...created, ledger, jobOf, runAt, runFor, textOf, sends, used };
}

test.each(Object.entries(READABLE))('transcribes a part despite %s', async (_, fault) => {
  const { faults, runAt, sends, textOf } = await world(['three parts']);
  faults.push(null, fault);
  expect(await runAt('three parts', NOW)).toBe('heard');
  expect(await textOf('three parts')).toMatch(/^said 0.*said 2\d{5}$/s);
  expect(sends()).toBe(1);
});

describe('a part that fails', () => {
  const kinds = Object.entries<Fault>({ ...UNREADABLE, ...LOST });

  test.each(kinds)('leaves the part out of an episode after %s, twice', async (_, fault) => {
    const keys = ['three parts', 'part 4', 'part 5'];
    const { state, runFor, textOf, sends, ledger, counted, used } = await world(keys);
    let asked = 0;
    state.faultOf = ({ startMs }) => {
      if (Math.abs(startMs - PART_MS) > 5000) return null;
      asked += 1;
      return fault;
    };
    const ends = await runFor(DAY_MS / 2);
    expect([...ends.keys()].sort()).toEqual([...keys].sort());
    expect(ends.get('part 4')).toBe(NOW);
    expect(asked).toBe(2);
    expect(sends()).toBeLessThanOrEqual(2);
    expect(await textOf('three parts')).toMatch(/^said 0.said 2\d{5}$/s);
    expect((await ledger()).stop).toBeNull();
    expect(await used()).toBe(counted.get(dayOf(NOW)));
  });

  test.each(kinds)(
    'sends the part twice, over two hours, while others go on: %s',
    async (_, fault) => {
      const keys = ['part 4', 'part 5', 'part 6'];
      const { state, runFor, jobOf, ledger } = await world(keys);
      const [bad] = [AUDIO['part 4' as keyof typeof AUDIO]];
      let asked = 0;
      state.faultOf = ({ bytes }) => {
        if (!Buffer.from(bytes).subarray(100, 2000).equals(bad.subarray(100, 2000))) return null;
        asked += 1;
        return fault;
      };
      const ends = await runFor(DAY_MS / 2);
      expect(asked).toBe(2);
      expect(await jobOf('part 4')).toMatchObject({ state: 'failed' });
      expect((ends.get('part 4') ?? 0) - NOW).toBeGreaterThanOrEqual(2 * HOUR_MS);
      expect([ends.get('part 5'), ends.get('part 6')]).toEqual([NOW, NOW]);
      expect((await ledger()).stop).toBeNull();
    },
  );

  test('ends an episode in which nothing was transcribed after hours', async () => {
    const { state, runFor, jobOf, counted, sends } = await world(['three parts']);
    state.faultOf = () => 'lost-after';
    const ends = await runFor(DAY_MS);
    expect(await jobOf('three parts')).toMatchObject({ state: 'failed', failure: 'answer-lost' });
    expect((ends.get('three parts') ?? 0) - NOW).toBeGreaterThanOrEqual(12 * HOUR_MS);
    expect(sends()).toBeLessThanOrEqual(2);
    expect(counted.get(dayOf(NOW))).toBeLessThan(4 * 110);
  });

  test.each(Object.entries<Fault>({ ...UNREADABLE, ...LOST }))(
    'stops the service after three episodes of %s, for longer each time',
    async (_, fault) => {
      const keys = [4, 5, 6, 7, 8, 9].map((fill) => `part ${fill}`);
      const { state, runAt, ledger, jobOf } = await world(keys);
      const lines = keepLog();
      state.faultOf = () => fault;
      const stopMs = async (at: number) => ((await ledger()).stop?.untilMs ?? 0) - at;
      for (const key of keys.slice(0, 3)) expect(await runAt(key, NOW)).toBe('waits');
      expect(await stopMs(NOW)).toBe(HOUR_MS);
      expect(await runAt('part 7', NOW)).toBe('not-ours');
      for (const key of keys.slice(3)) await runAt(key, NOW + HOUR_MS);
      expect(await stopMs(NOW + HOUR_MS)).toBe(2 * HOUR_MS);
      const events = logEntries(lines).filter(({ event }) => event === 'transcription-stopped');
      expect(events).toHaveLength(1);
      expect(events[0]?.['message']).toContain('The service');
      state.faultOf = () => null;
      expect(await runAt('part 4', NOW + 4 * HOUR_MS)).toBe('heard');
      expect(await ledger()).toMatchObject({ stop: null, failing: null });
      expect((await jobOf('part 5'))?.state).toBe('waiting');
    },
  );

  test('does not stop the service for other shows if all are of one show', async () => {
    const keys = [4, 5, 6, 7, 8].map((fill) => `part ${fill}`);
    const { state, runAt, objects, ledger } = await world([...keys, 'part 9']);
    await changeLedger(objects, ({ jobs }) => {
      for (const key of keys) jobs[key]!.feed = 'https://show.example/one';
    });
    state.faultOf = () => 'part-refused';
    for (const key of keys) await runAt(key, NOW);
    expect((await ledger()).stop).toBeNull();
    state.faultOf = () => null;
    expect(await runAt('part 9', NOW)).toBe('heard');
  });
});

test.each(Object.entries<Fault>(UNBILLED))(
  'continues on the same day after %s',
  async (_, fault) => {
    const keys = [4, 5, 6, 7, 8, 9].map((fill) => `part ${fill}`);
    const { state, runAt, runFor, used, jobOf, ledger, textOf } = await world(keys);
    state.faultOf = () => fault;
    for (let at = NOW; at < NOW + HOUR_MS; at += 5 * MINUTE_MS)
      for (const key of keys) await runAt(key, at);
    for (const key of keys) expect((await jobOf(key))?.state).toBe('waiting');
    const held = Object.values((await ledger()).jobs).filter(({ hold }) => hold !== null);
    expect(await used()).toBe(held.reduce((sum, { hold }) => sum + (hold?.seconds ?? 0), 0));
    state.faultOf = () => null;
    const ends = await runFor(8 * HOUR_MS, NOW + HOUR_MS);
    expect(ends.size).toBe(keys.length);
    for (const key of keys) expect(await textOf(key)).toContain('said');
  },
);

describe('a stored answer that cannot be read', () => {
  test('pays for the part once more, and replaces the answer', async () => {
    const { faults, runAt, stored, sends, textOf } = await world(['three parts']);
    faults.push(null, 'service-busy');
    await runAt('three parts', NOW);
    const [name] = [...stored.keys()].filter((each) => each.startsWith('part-'));
    stored.set(name!, { bytes: Buffer.from('[{"startMs"'), generation: 1 });
    expect(await runAt('three parts', NOW + HOUR_MS)).toBe('heard');
    expect(await textOf('three parts')).toMatch(/^said 0/);
    expect(sends()).toBe(2);
  });

  test('pays for no part a third time', async () => {
    const { worker, run, sends, runFor, textOf, objects } = await world(['three parts']);
    const access = worker(() => NOW);
    const write = access.objects.write.bind(access.objects);
    access.objects.write = (name, pieces, replaces) =>
      write(name, name.startsWith('part-') ? [Buffer.from('?')] : pieces, replaces);
    for (let turn = 0; turn < 20; turn += 1) await run('three parts', access);
    expect(sends()).toBe(2);
    await runFor(DAY_MS);
    expect(sends()).toBe(2);
    expect(await textOf('three parts')).toBeUndefined();
    expect((await readLedger(objects)).jobs['three parts']).toMatchObject({ state: 'failed' });
  });

  test('does not keep a damaged text', async () => {
    const { runAt, stored, textOf } = await world(['part 4']);
    stored.set('text-part 4', { bytes: Buffer.from('{'), generation: 1 });
    expect(await runAt('part 4', NOW)).toBe('heard');
    expect(await textOf('part 4')).toContain('said');
  });
});

test('sends long parts again a day after a proxy refused them', async () => {
  const { state, runAt, addJob, ledger } = await world(['three parts']);
  let lengths: number[] = [];
  state.faultOf = ({ startMs, endMs }) => {
    lengths.push(endMs - startMs);
    return endMs - startMs > 60_000 ? TOO_LARGE : null;
  };
  expect(await runAt('three parts', NOW)).toBe('heard');
  expect((await ledger()).partMs['test']).toBeLessThan(60_000);
  for (const [days, longest] of [
    [0.9, 60_000],
    [1.1, 300_000],
  ] as const) {
    await addJob(`later ${days}`, 'three parts', NOW);
    lengths = [];
    await runAt(`later ${days}`, NOW + days * DAY_MS);
    expect(Math.max(...lengths)).toBeGreaterThan(longest / 2);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(longest + 5000);
  }
});

test('ignores times that a clock two years ahead has written', async () => {
  const ahead = NOW + 730 * DAY_MS;
  for (const fault of ['service-unpaid', 'service-busy', 'lost-after', TOO_LARGE] as const) {
    const { faults, runAt, ledger } = await world(['three parts', 'part 4']);
    faults.push(fault);
    await runAt('three parts', ahead);
    await runAt('part 4', ahead);
    const { stop, jobs } = await ledger();
    expect(Math.max(stop?.untilMs ?? 0, jobs['three parts']!.nextTryAtMs, ahead)).toBeGreaterThan(
      NOW + DAY_MS,
    );
    for (const key of ['three parts', 'part 4'])
      expect(['heard', 'not-ours']).toContain(await runAt(key, NOW));
    expect(Object.values((await ledger()).jobs).map(({ state }) => state)).toEqual([
      'heard',
      'heard',
    ]);
  }
});
