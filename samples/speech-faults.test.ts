import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchAudio } from '../functions/src/feeds/fetch/fetch-audio.ts';
import { transcriptionWorld } from '../functions/src/transcription/fixtures/transcription-world.ts';
import { readLedger } from '../functions/src/transcription/ledger/ledger-store.ts';
import { dayOf, nextDayMs, usedSeconds } from '../functions/src/transcription/ledger/ledger.ts';
import { readText } from '../functions/src/transcription/runs/transcribed-text.ts';
import { transcriptionSettings } from '../functions/src/transcription/services/services.ts';
import { type SampleHost, startSampleHost } from './sample-host.ts';
import { SPEECH_FAULTS, type SpeechFault } from './speech-faults.ts';
import { speechPath } from './speech-service.ts';

const NOW = Date.UTC(2026, 10, 28, 1);
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
/** Has six parts, four of them with speech. */
const AUDIO = '/audio/loud-agents-picking-up-a-week-with-voice-agents.mp3';
const SAID_MS = [2, 400, 408, 1275, 2910].map((second) => second * 1000);

let host: SampleHost;
let usual: Awaited<ReturnType<typeof transcribe>>;
beforeAll(async () => {
  host = await startSampleHost({ port: 0 });
  usual = await transcribe(null, 100_000);
});
afterAll(() => host.close());

/** Transcribes the sample once, with an empty bucket and the given budget in seconds. */
async function transcribe(fault: SpeechFault | null, secondsADay: number) {
  const { objects, addJob, run } = transcriptionWorld({}, 0);
  await addJob('one', host.url + AUDIO, NOW);
  const settings = transcriptionSettings({ TRANSCRIBE_URL: host.url + speechPath(fault) });
  if (settings === null) throw new Error('No service is set.');
  const before = host.billedSeconds();
  const runAt = (at: number) =>
    run('one', {
      objects,
      settings: { ...settings, secondsADay },
      openAudio: (url, signal) => fetchAudio(url, { allowPrivate: () => true, signal }),
      clock: () => at,
    });
  let end = await runAt(NOW);
  // Failed parts are sent again within the same day.
  for (let at = NOW; end === 'waits' && at < nextDayMs(NOW); at += HOUR_MS) {
    if ((await readLedger(objects)).stop !== null) break;
    const next = await runAt(at);
    if (next !== 'not-ours') end = next;
  }
  const ledger = await readLedger(objects);
  return {
    end,
    failure: ledger.jobs['one']?.failure ?? null,
    stop: ledger.stop,
    partMs: Object.values(ledger.partMs)[0] ?? null,
    used: usedSeconds(ledger, dayOf(NOW)),
    billed: host.billedSeconds() - before,
    spoken: (await readText(objects, 'one'))?.spoken ?? null,
  };
}

/** `code` is why the service stops until `untilMs`. Without `untilMs`, it is why the episode fails. */
const EXPECTED: Record<
  SpeechFault,
  {
    end: 'heard' | 'waits' | 'failed';
    code?: string;
    untilMs?: number;
    partMs?: number;
    times?: number;
  }
> = {
  refused: { end: 'waits', code: 'service-refused', untilMs: NOW + DAY_MS },
  unpaid: { end: 'waits', code: 'service-unpaid', untilMs: nextDayMs(NOW) },
  busy: { end: 'waits', code: 'service-busy', untilMs: NOW + 90_000 },
  'busy-for-years': { end: 'waits', code: 'service-busy', untilMs: NOW + 6 * HOUR_MS },
  'no-segments': { end: 'failed', code: 'no-segments' },
  'null-segments': { end: 'heard' },
  'no-numbers': { end: 'heard' },
  'half-json': { end: 'failed', code: 'unreadable-answer' },
  'web-page': { end: 'failed', code: 'unreadable-answer' },
  'unknown-language': { end: 'heard' },
  'unreadable-audio': { end: 'failed', code: 'part-refused' },
  'too-long': { end: 'heard', partMs: 300_000 },
  slow: { end: 'heard' },
  'loop-on-silence': { end: 'heard' },
  localai: { end: 'heard' },
  'wrong-times': { end: 'heard' },
  'lost-once': { end: 'heard', times: 2 },
  lost: { end: 'failed', code: 'answer-lost' },
};

test.each(Object.keys(SPEECH_FAULTS) as SpeechFault[])(
  'transcribes the samples despite the fault %s, or reports it',
  async (fault) => {
    const { end, code, untilMs, partMs, times = 1 } = EXPECTED[fault];
    const transcribed = await transcribe(fault, 100_000);
    expect(transcribed.end).toBe(end);
    expect(transcribed.failure).toBe(code ?? null);
    expect(transcribed.stop?.untilMs).toBe(untilMs);
    expect(transcribed.stop?.code).toBe(untilMs === undefined ? undefined : code);
    if (partMs !== undefined)
      expect(Math.abs((transcribed.partMs ?? 0) - partMs)).toBeLessThan(2000);
    if (end === 'heard') {
      expect(transcribed.spoken?.text).toBe(usual.spoken?.text);
      const off = transcribed.spoken?.timesMs.map((ms, at) =>
        Math.abs((ms ?? Infinity) - (SAID_MS[at] ?? 0)),
      );
      expect(Math.max(...(off ?? [Infinity]))).toBeLessThan(600);
      // After a split (`partMs`), halves without speech are not sent, so the sum differs.
      if (partMs === undefined) expect(transcribed.billed).toBeCloseTo(times * usual.billed, 0);
    }
    // The product never counts fewer seconds than the service bills, whatever the day's budget.
    expect(transcribed.used).toBeGreaterThanOrEqual(transcribed.billed);
    for (const secondsADay of [700, 2200]) {
      const tight = await transcribe(fault, secondsADay);
      expect(tight.billed).toBeLessThanOrEqual(secondsADay);
      expect(tight.used).toBeLessThanOrEqual(secondsADay);
      expect(tight.used).toBeGreaterThanOrEqual(tight.billed);
    }
  },
);

test('bills no refused upload', async () => {
  for (const fault of ['refused', 'unpaid', 'busy', 'unreadable-audio'] as const)
    expect((await transcribe(fault, 100_000)).billed).toBe(0);
});

test('refuses the path of an unknown fault', async () => {
  const response = await fetch(`${host.url}/speech/broken/v1/audio/transcriptions`, {
    method: 'POST',
  });
  expect(response.status).toBe(405);
});
