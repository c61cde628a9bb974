import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { audioFile } from '../fixtures/containers.ts';
import { transcriptionWorld } from '../fixtures/transcription-world.ts';
import { mp3Seconds } from '../fixtures/mp3.ts';
import { readLedger } from '../ledger/ledger-store.ts';
import { dayOf, usedSeconds } from '../ledger/ledger.ts';
import { readText } from './transcribed-text.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const DAY = dayOf(NOW);
/** Audio of three different parts. */
const AUDIO = Buffer.concat(
  [1, 2, 3, 4].map((fill) => mp3Seconds(448, { version: 2.5, kbits: 8, sampleRate: 8000, fill })),
);
const now = () => NOW;

async function world(secondsADay = 3600) {
  const created = transcriptionWorld({ 'https://a.example/1.mp3': AUDIO }, secondsADay);
  await created.addJob('one', 'https://a.example/1.mp3', NOW);
  const jobOf = async () => (await readLedger(created.objects)).jobs['one'];
  const used = async (day = DAY) => usedSeconds(await readLedger(created.objects), day);
  return { ...created, jobOf, used };
}

test('transcribes each part once, with times, and leaves no file behind', async () => {
  const { run, worker, objects, counted, jobOf, used, stored } = await world();
  expect(await run('one', worker(now))).toBe('heard');
  const text = await readText(objects, 'one');
  expect(text?.spoken.timesMs).toHaveLength(3);
  expect(text?.spoken.timesMs[1]).toBeGreaterThan(550_000);
  expect(text?.spoken.text).toContain(`said ${String(text?.spoken.timesMs[2])}`);
  expect(text?.transcribedSeconds).toBe(1792);
  expect(counted.get(DAY)).toBe(await used());
  expect(await jobOf()).toMatchObject({ state: 'heard', durationSeconds: 1793, hold: null });
  expect([...stored.keys()].sort()).toEqual(['ledger', 'text-one']);
  expect(await run('one', worker(now))).toBe('not-ours');
});

test('transcribes M4A in parts, halved if they are too long for the service', async () => {
  const file = await audioFile('index last', { seconds: 1300 });
  const { run, worker, addJob, faults, objects, counted, stored } = transcriptionWorld(
    { m4a: file },
    3600,
  );
  await addJob('one', 'm4a', NOW);
  faults.push(null, 'part-too-long');
  const access = worker(now);
  const types: string[] = [];
  const transcribe = access.settings.service.transcribe.bind(access.settings.service);
  access.settings.service.transcribe = (request) => {
    types.push(request.type);
    return transcribe(request);
  };
  expect(await run('one', access)).toBe('heard');
  expect(types).toEqual(['m4a', 'm4a', 'm4a', 'm4a', 'm4a']);
  const text = await readText(objects, 'one');
  expect(text?.spoken.timesMs).toHaveLength(4);
  expect(text?.transcribedSeconds).toBe(1300);
  expect(counted.get(DAY)).toBeGreaterThanOrEqual(1300);
  expect([...stored.keys()].sort()).toEqual(['ledger', 'text-one']);
});

test('waits for the next budget, and fails if an episode can never fit', async () => {
  const later = await world(1900);
  await later.addJob('two', 'https://a.example/1.mp3', NOW);
  expect(await later.run('one', later.worker(now))).toBe('heard');
  expect(await later.run('two', later.worker(now))).toBe('waits');
  expect((await readLedger(later.objects)).jobs['two']).toMatchObject({
    failure: 'no-budget',
    nextTryAtMs: Date.UTC(2026, 10, 29),
  });
  expect(
    await later.run(
      'two',
      later.worker(() => NOW + DAY_MS),
    ),
  ).toBe('heard');
  expect(later.counted.get(DAY)).toBeLessThanOrEqual(1900);

  const never = await world(600);
  expect(await never.run('one', never.worker(now))).toBe('failed');
  expect(await never.jobOf()).toMatchObject({ failure: 'longer-than-budget' });
  expect(never.counted.size).toBe(0);
});

test('counts the rest of an episode on the next day after midnight', async () => {
  const { run, worker, counted } = await world(1900);
  let at = Date.UTC(2026, 10, 28, 23, 59, 59);
  const access = worker(() => at);
  const transcribe = access.settings.service.transcribe.bind(access.settings.service);
  access.settings.service.transcribe = (request) => {
    const outcome = transcribe(request);
    at = Date.UTC(2026, 10, 29, 0, 1);
    return outcome;
  };
  expect(await run('one', access)).toBe('heard');
  expect(counted.get('2026-11-28')).toBeLessThan(700);
  expect(counted.get('2026-11-29')).toBeGreaterThan(1100);
});

test('resends a part two hours after a lost answer, and counts it again', async () => {
  const { run, worker, faults, used, counted, sent } = await world();
  faults.push('lost-after');
  expect(await run('one', worker(now))).toBe('waits');
  const at = (ms: number) => worker(() => NOW + ms);
  expect(await run('one', at(2 * HOUR_MS - 1))).toBe('not-ours');
  expect(await run('one', at(2 * HOUR_MS))).toBe('heard');
  expect(await used()).toBe(counted.get(DAY));
  expect(Math.max(...sent.values())).toBe(2);
});

test.each([
  ['service-refused', 1],
  ['service-unpaid', 1],
  ['service-busy', 0],
  ['service-unreachable', 1],
] as const)(
  'sends nothing after %s until the pause is over, and logs %s error',
  async (code, alarms) => {
    const { run, worker, faults, objects, sent } = await world();
    const told = vi.spyOn(console, 'error').mockReturnValue();
    faults.push(code, code);
    expect(await run('one', worker(now))).toBe('waits');
    expect(await run('one', worker(now))).toBe('not-ours');
    const stop = async () => (await readLedger(objects)).stop?.untilMs ?? 0;
    const until = await stop();
    expect(until).toBeGreaterThan(NOW);
    const again = (at: number) =>
      run(
        'one',
        worker(() => at),
      );
    expect(await again(until)).toBe('waits');
    expect(sent.size).toBe(0);
    expect(await again(await stop())).toBe('heard');
    const events = told.mock.calls.filter(([line]) => String(line).includes(code));
    expect(events).toHaveLength(alarms);
  },
);

test('halves a part that is too long, and stores the limit', async () => {
  const { run, worker, faults, objects, counted, used } = await world();
  faults.push('part-too-long', 'part-too-long');
  expect(await run('one', worker(now))).toBe('heard');
  expect((await readText(objects, 'one'))?.spoken.timesMs.length).toBeGreaterThanOrEqual(5);
  expect((await readLedger(objects)).partMs['test']).toBeLessThan(155_000);
  expect(await used()).toBe(counted.get(DAY));
});

test('retries unreachable audio with growing pauses', async () => {
  const { run, worker, addJob, objects } = await world();
  await addJob('gone', 'https://a.example/none.mp3', NOW);
  let at = NOW;
  const pauses: number[] = [];
  while (
    (await run(
      'gone',
      worker(() => at),
    )) === 'waits'
  ) {
    const next = (await readLedger(objects)).jobs['gone']?.nextTryAtMs ?? 0;
    pauses.push((next - at) / 60_000);
    at = next;
  }
  expect(pauses).toEqual([15, 30, 60, 120, 240]);
});

test('deletes the answers of an episode that it gives up', async () => {
  const { run, worker, faults, sent, stored } = await world();
  faults.push(null, 'service-busy');
  expect(await run('one', worker(now))).toBe('waits');
  const smaller = worker(() => NOW + HOUR_MS);
  smaller.settings.secondsADay = 10;
  expect(await run('one', smaller)).toBe('failed');
  expect(sent.size).toBe(1);
  expect([...stored.keys()]).toEqual(['ledger']);
});

test('deletes the answers of an episode whose worker crashed after storing the text', async () => {
  let crashed = await world();
  for (let diesAt = 10; !crashed.stored.has('text-one'); diesAt += 1) {
    crashed = await world();
    await crashed.run('one', crashed.worker(now, diesAt));
  }
  const { run, worker, stored } = crashed;
  expect([...stored.keys()].some((name) => name.startsWith('part-'))).toBe(true);
  const later = () => NOW + DAY_MS;
  expect(await run('one', worker(later))).toBe('heard');
  expect([...stored.keys()].sort()).toEqual(['ledger', 'text-one']);
});

test('two episodes with the same audio both get its whole text', async () => {
  for (let turns = 0; turns < 60; turns += 1) {
    const { run, worker, addJob, objects } = await world(10_000);
    await addJob('two', 'https://a.example/1.mp3', NOW);
    const untilTranscribed = async (key: string) => {
      let end = await run(key, worker(now));
      while (end === 'unfinished') end = await run(key, worker(now));
      return end;
    };
    const one = untilTranscribed('one');
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    expect(await Promise.all([one, untilTranscribed('two')])).toEqual(['heard', 'heard']);
    for (const key of ['one', 'two'])
      expect((await readText(objects, key))?.spoken.timesMs, `${key} after ${turns}`).toHaveLength(
        3,
      );
  }
});

test('does not send silence to the service', async () => {
  const silent = transcriptionWorld({ quiet: mp3Seconds(60, { gain: 0 }) }, 3600);
  await silent.addJob('quiet', 'quiet', NOW);
  expect(await silent.run('quiet', silent.worker(now))).toBe('heard');
  expect((await readText(silent.objects, 'quiet'))?.spoken.text).toBe('');
  expect(silent.counted.size).toBe(0);
});
