import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { MAX_AUDIO_BYTES, type OpenAudio } from '../../feeds/fetch/fetch-audio.ts';
import { MAX_TRANSCRIPT_LENGTH } from '../../feeds/transcripts/transcript.ts';
import { transcriptionWorld } from '../fixtures/transcription-world.ts';
import { id3Tag, inChunks, mp3Seconds } from '../fixtures/mp3.ts';
import { changeLedger, readLedger } from '../ledger/ledger-store.ts';
import { readText } from './transcribed-text.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const TINY = { version: 2.5, kbits: 8, sampleRate: 8000 } as const;
const MINUTE = mp3Seconds(60, TINY);

/** Sets up an episode with this audio. `left` lists what remains of the audio in the bucket. */
async function transcribing(body: () => AsyncIterable<Uint8Array>, secondsADay = 100_000) {
  const world = transcriptionWorld({}, secondsADay);
  await world.addJob('one', 'https://a.example/1.mp3', NOW);
  const open: OpenAudio = {
    kind: 'open',
    body: { [Symbol.asyncIterator]: () => body()[Symbol.asyncIterator]() },
  };
  const worker = (now = NOW, diesAt?: number) => ({
    ...world.worker(() => now, diesAt),
    openAudio: () => Promise.resolve(open),
  });
  const left = () =>
    [...world.stored.keys()].filter((name) => /^(?:audio|manifest|part)-/.test(name));
  const job = async () => (await readLedger(world.objects)).jobs['one'];
  return { ...world, worker, left, job };
}

const once = (bytes: Uint8Array) => () => inChunks(bytes, 65_536);

async function* endless(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  for (;;) yield await Promise.resolve(chunk);
}

test.each([
  [
    'a web page',
    once(Buffer.from('<!doctype html><title>Not found</title>'.repeat(50_000))),
    'not-audio',
  ],
  ['an endless web page', () => endless(Buffer.from('<p>Sign in</p>'.repeat(1000))), 'not-audio'],
  ['an endless stream of sound', () => endless(MINUTE), 'audio-too-long'],
  [
    'an endless file with its index at the end',
    () => endless(Buffer.concat([Buffer.from('\0\0\0\x18ftypM4A '), Buffer.alloc(4_000_000)])),
    'audio-too-large',
  ],
  [
    'an endless run of tags',
    () => endless(Buffer.concat([mp3Seconds(1, TINY), id3Tag(2_000_000)])),
    'audio-too-large',
  ],
])('gives up %s, and leaves no audio in the bucket', async (_, body, code) => {
  const { run, worker, job, left, sent } = await transcribing(body);
  expect(await run('one', worker())).toBe('failed');
  expect(await job()).toMatchObject({ state: 'failed', failure: code });
  expect(left()).toEqual([]);
  expect(sent.size).toBe(0);
});

test('closes the connection when it gives up', async () => {
  let isClosed = false;
  async function* body() {
    try {
      yield* endless(Buffer.alloc(100_000));
    } finally {
      isClosed = true;
    }
  }
  const { run, worker } = await transcribing(body);
  await run('one', worker());
  expect(isClosed).toBe(true);
});

test('reads at most the bytes of the largest episode', async () => {
  let bytes = 0;
  const tag = Buffer.concat([mp3Seconds(1, TINY), id3Tag(10_000_000)]);
  async function* body() {
    for (;;) {
      bytes += tag.length;
      yield await Promise.resolve(tag);
    }
  }
  const { run, worker } = await transcribing(body);
  expect(await run('one', worker())).toBe('failed');
  expect(bytes).toBeLessThan(MAX_AUDIO_BYTES + 2 * tag.length);
});

test('retries truncated audio, and leaves no parts in between', async () => {
  async function* body() {
    yield* inChunks(mp3Seconds(1300, TINY), 65_536);
    await wait(1);
    throw Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  }
  const { run, worker, job, left } = await transcribing(body);
  expect(await run('one', worker())).toBe('waits');
  expect(await job()).toMatchObject({ state: 'waiting', failure: 'cut-short', tries: 1 });
  expect(left()).toEqual([]);
});

test('does not count a failure of the bucket against the audio', async () => {
  const { run, worker, job } = await transcribing(once(MINUTE));
  const access = worker();
  const write = access.objects.write.bind(access.objects);
  access.objects.write = (name, ...rest) =>
    name.startsWith('audio-')
      ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
      : write(name, ...rest);
  await expect(run('one', access)).rejects.toThrow('full');
  expect(await job()).toMatchObject({ state: 'waiting', failure: null });
});

test('gives up audio that crashes every worker', async () => {
  const { run, worker, job } = await transcribing(once(mp3Seconds(1300, TINY)));
  let now = NOW;
  let deaths = 0;
  while ((await job())?.state === 'waiting' && deaths < 20) {
    // The worker crashes while cutting, after it has stored the first part.
    if ((await run('one', worker(now, 9))) === null) deaths += 1;
    now += HOUR_MS;
  }
  expect(await job()).toMatchObject({ state: 'failed', failure: 'worker-died' });
  expect(deaths).toBe(6);
});

test('transcribes audio with ten thousand splices', async () => {
  const splices = Buffer.concat(
    Array.from({ length: 10_000 }, (_, at) =>
      mp3Seconds(0.01, at % 2 === 0 ? TINY : { ...TINY, sampleRate: 11_025 }),
    ),
  );
  const { run, worker, sent } = await transcribing(once(splices));
  expect(await run('one', worker())).toBe('heard');
  expect(sent.size).toBeLessThan(5);
});

test('halves refused parts, but not below 30 seconds', async () => {
  const { run, worker, faults, job, objects, sent, left } = await transcribing(
    once(mp3Seconds(600, TINY)),
  );
  faults.push(...Array.from({ length: 1000 }, () => 'part-too-long' as const));
  let now = NOW;
  while ((await run('one', worker(now))) !== 'failed') now += HOUR_MS;
  expect(now - NOW).toBeGreaterThanOrEqual(2 * HOUR_MS);
  expect(await job()).toMatchObject({ failure: 'part-too-long' });
  expect((await readLedger(objects)).partMs['test']).toBeGreaterThanOrEqual(30_000);
  expect(faults.length).toBeGreaterThan(980);
  expect(sent.size).toBe(0);
  expect(left()).toEqual([]);
});

test('limits the text like a publisher’s transcript', async () => {
  const parts = Array.from({ length: 5 }, (_, fill) => mp3Seconds(300, { ...TINY, fill }));
  const { run, worker, objects } = await transcribing(once(Buffer.concat(parts)));
  await changeLedger(objects, (ledger) => void (ledger.partMs['test'] = 300_000));
  const access = worker();
  const metrics = { noSpeech: null, logProbability: null, compression: null };
  access.settings.service.transcribe = ({ part }) =>
    Promise.resolve({
      kind: 'transcribed',
      segments: Array.from({ length: 1000 }, (_, at) => ({
        ...metrics,
        startMs: at,
        endMs: at,
        text: `${part.startMs} ${at} ${'word '.repeat(200)}`,
      })),
    });
  expect(await run('one', access)).toBe('heard');
  const text = await readText(objects, 'one');
  expect(text?.spoken.text.length).toBeGreaterThan(1_000_000);
  expect(text?.spoken.text.length).toBeLessThanOrEqual(MAX_TRANSCRIPT_LENGTH);
});

test('stops retrying an episode after six fetches', async () => {
  const { run, worker, job } = await transcribing(() => endless(Buffer.alloc(0)));
  const access = {
    ...worker(),
    openAudio: () =>
      Promise.resolve({ kind: 'refused', code: 'unreachable', message: '' } as const),
  };
  for (let at = NOW; at < NOW + DAY_MS; at += HOUR_MS / 4)
    await run('one', { ...access, clock: () => at });
  expect(await job()).toMatchObject({ state: 'failed', failure: 'unreachable', tries: 6 });
});
