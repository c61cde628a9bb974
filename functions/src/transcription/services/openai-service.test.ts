import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AudioType } from '../audio/audio-part.ts';
import { openaiService } from './openai-service.ts';
import { readSegments } from './read-segments.ts';
import { transcriptionSettings } from './services.ts';
import { isUnbilled } from './transcription-service.ts';

let server: Server;
let answer: (response: ServerResponse) => void;
let asked = { path: '', authorization: '', body: '' };
/** The language of each request; null if it was omitted. */
let languages: (string | null)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const body = Buffer.concat(chunks).toString('latin1');
      asked = { path, authorization: headers.authorization ?? '', body };
      languages.push(/name="language"\r\n\r\n([^\r]*)/.exec(body)?.[1] ?? null);
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => void (languages = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const USUAL: { type: AudioType; key: string | null; language: string | null; ms: number } = {
  type: 'mp3',
  key: 'k-1',
  language: 'en',
  ms: 20_000,
};

function transcribe(options: Partial<typeof USUAL> = {}) {
  const { type, key, language, ms } = { ...USUAL, ...options };
  const { port } = server.address() as AddressInfo;
  return openaiService({ url: `http://127.0.0.1:${port}/v1`, key, model: 'whisper-x' }).transcribe({
    part: { bytes: Buffer.from('sound'), startMs: 600_000, endMs: 660_000 },
    type,
    language,
    prompt: 'Tensor Weather',
    signal: AbortSignal.timeout(ms),
  });
}

const says =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

describe('the request', () => {
  test('sends all fields of the API', async () => {
    answer = says(200, { segments: [] });
    expect(await transcribe()).toEqual({ kind: 'transcribed', segments: [] });
    expect(asked.path).toBe('/v1/audio/transcriptions');
    expect(asked.authorization).toBe('Bearer k-1');
    for (const field of [
      /name="file"; filename="part.mp3"\r\nContent-Type: audio\/mpeg\r\n\r\nsound/,
      /name="model"\r\n\r\nwhisper-x/,
      /name="response_format"\r\n\r\nverbose_json/,
      /name="timestamp_granularities\[\]"\r\n\r\nsegment/,
      /name="language"\r\n\r\nen/,
      /name="prompt"\r\n\r\nTensor Weather/,
    ])
      expect(asked.body).toMatch(field);
  });

  test.each([
    ['m4a', 'audio/mp4'],
    ['ogg', 'audio/ogg'],
    ['webm', 'audio/webm'],
  ] as const)('sends %s with its extension and the type %s', async (type, media) => {
    answer = says(200, { segments: [] });
    await transcribe({ type });
    expect(asked.body).toContain(`filename="part.${type}"\r\nContent-Type: ${media}\r\n`);
  });

  test('omits a missing key and a missing language', async () => {
    answer = says(200, { segments: [] });
    await transcribe({ key: null, language: null });
    expect(asked.authorization).toBe('');
    expect(asked.body).not.toContain('name="language"');
  });
});

describe('languages', () => {
  test.each([
    ['tl', 'tl'],
    ['fil-PH', 'tl'],
    ['Filipino', 'tl'],
    ['jv', 'jw'],
    ['jw', 'jw'],
    ['iw', 'he'],
    ['cmn-Hans', 'zh'],
    ['nn-NO', 'no'],
    ['en-us', 'en'],
    ['haw', 'haw'],
    ['gsw', null],
    ['ga', null],
    ['ceb-PH', null],
    ['unknown', null],
  ])('sends %s as %s', async (written, sent) => {
    answer = says(200, { segments: [] });
    await transcribe({ language: written });
    expect(languages).toEqual([sent]);
  });

  test.each([
    [400, { error: { message: "Unsupported language: 'cy'", param: 'language' } }],
    [400, 'Invalid value for `language`.'],
    [422, { detail: [{ loc: ['body', 'language'], msg: 'Input should be "en" or "de"' }] }],
  ])('repeats a request whose language is refused with %s %j', async (status, body) => {
    answer = (response) =>
      languages.at(-1) === null
        ? says(200, { segments: [] })(response)
        : says(status, body)(response);
    expect(await transcribe({ language: 'cy' })).toEqual({ kind: 'transcribed', segments: [] });
    expect(languages).toEqual(['cy', null]);
  });

  test('repeats a refused language once', async () => {
    answer = says(400, { error: { message: 'Unsupported language', param: 'language' } });
    expect(await transcribe()).toMatchObject({ code: 'part-refused' });
    expect(languages).toEqual(['en', null]);
    languages = [];
    expect(await transcribe({ language: null })).toMatchObject({ code: 'part-refused' });
    expect(languages).toEqual([null]);
  });
});

describe('answers', () => {
  test.each([
    [401, {}, 'service-refused'],
    [403, {}, 'service-refused'],
    [404, { error: { code: 'model_not_found' } }, 'service-refused'],
    [302, '', 'service-refused'],
    [402, {}, 'service-unpaid'],
    [429, { error: { code: 'insufficient_quota' } }, 'service-unpaid'],
    [429, {}, 'service-busy'],
    [503, {}, 'service-busy'],
    [413, '<html>', 'part-too-long'],
    [400, { error: { message: 'audio is longer than 1500 seconds' } }, 'part-too-long'],
    [400, { error: { message: 'File size exceeds the limit of 25 MB' } }, 'part-too-long'],
    [400, 'Audio file is too large', 'part-too-long'],
    [400, { error: { message: 'Unsupported format' } }, 'part-refused'],
    [400, { error: { message: 'Could not determine the duration of the audio' } }, 'part-refused'],
    [400, { error: { message: 'Audio is too short. Minimum length is 0.1 s' } }, 'part-refused'],
    [400, { error: { message: 'The prompt is too long' } }, 'part-refused'],
    [400, '<html lang="en"><title>duration too long</title>', 'part-refused'],
    [500, {}, 'answer-lost'],
    [204, '', 'unreadable-answer'],
    [200, { text: 'no times' }, 'no-segments'],
    [200, '', 'unreadable-answer'],
    [200, '<html>', 'unreadable-answer'],
    [200, '"text"', 'unreadable-answer'],
    [200, 'null', 'unreadable-answer'],
    [200, {}, 'unreadable-answer'],
    [200, [], 'unreadable-answer'],
    [200, { error: { message: 'Out of memory' } }, 'unreadable-answer'],
    [200, '{"text":" OpenAI and cop', 'unreadable-answer'],
    [200, '{"text":" not NaN', 'unreadable-answer'],
    [200, { text: 'Said', segments: [] }, 'no-segments'],
    [200, { segments: [{ begin: 1 }] }, 'unreadable-answer'],
  ])('reads status %s with %j as %s', async (status, body, code) => {
    answer = says(status, body);
    expect(await transcribe()).toMatchObject({ kind: 'failed', code });
  });

  test.each([
    { text: '', segments: null, task: 'transcribe', duration: 300 },
    { text: ' \n' },
    { segments: [] },
    { segments: null, language: 'en' },
    { text: null, segments: [{ start: 0, end: 300, text: null }] },
  ])('reads %j as silence', async (body) => {
    answer = says(200, body);
    expect(await transcribe()).toEqual({ kind: 'transcribed', segments: [] });
  });

  test.each([
    ['a closed port', 'http://127.0.0.1:1'],
    ['closed ports of several addresses', 'http://localhost:1'],
    ['an unknown name', 'http://service.invalid'],
    ['a port without TLS', 'https'],
  ])('does not count a part as billed after %s', async (_, named) => {
    const url =
      named === 'https' ? `https://127.0.0.1:${(server.address() as AddressInfo).port}` : named;
    const service = openaiService({ url, key: null, model: 'x' });
    const outcome = await service.transcribe({
      part: { bytes: Buffer.from('sound'), startMs: 0, endMs: 60_000 },
      type: 'mp3',
      language: null,
      prompt: '',
      signal: AbortSignal.timeout(20_000),
    });
    expect(outcome).toMatchObject({ code: 'service-unreachable' });
    expect(outcome.kind === 'failed' && isUnbilled(outcome)).toBe(true);
  });

  test('returns the pause that a busy service requests', async () => {
    answer = says(429, {}, { 'retry-after': '90' });
    expect(await transcribe()).toMatchObject({ code: 'service-busy', retryAfterMs: 90_000 });
    for (const years of ['999999999999', 'Fri, 01 Jan 2100 00:00:00 GMT']) {
      answer = says(429, {}, { 'retry-after': years });
      expect(await transcribe()).toMatchObject({ retryAfterMs: 6 * 3_600_000 });
    }
  });

  test('treats a missing or truncated answer as lost', async () => {
    answer = () => undefined;
    expect(await transcribe({ ms: 100 })).toMatchObject({ code: 'answer-lost' });
    answer = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"seg');
      setTimeout(() => response.destroy(), 20);
    };
    expect(await transcribe()).toMatchObject({ code: 'answer-lost' });
  });

  test('refuses 10 MB of JSON', async () => {
    answer = says(200, { segments: [], text: 'x'.repeat(10_000_000) });
    expect(await transcribe()).toMatchObject({ code: 'unreadable-answer' });
  });
});

describe('segments', () => {
  const read = (segments: unknown[], partMs = 60_000) =>
    readSegments(JSON.stringify({ segments }), partMs);
  const texts = (segments: unknown[], partMs?: number) => {
    const found = read(segments, partMs);
    return typeof found === 'string' ? found : found.map(({ startMs, text }) => [startMs, text]);
  };

  test('reads metrics only if the service gives them', () => {
    expect(
      read([
        {
          start: 1.25,
          end: 2,
          text: ' Hello. ',
          no_speech_prob: 0.1,
          avg_logprob: -0.2,
          compression_ratio: 1.1,
        },
        { start: 2, end: 3, text: 'There', no_speech_prob: 'high' },
      ]),
    ).toEqual([
      {
        startMs: 1250,
        endMs: 2000,
        text: 'Hello.',
        noSpeech: 0.1,
        logProbability: -0.2,
        compression: 1.1,
      },
      {
        startMs: 2000,
        endMs: 3000,
        text: 'There',
        noSpeech: null,
        logProbability: null,
        compression: null,
      },
    ]);
  });

  test('reads numbers that JSON does not have as unknown', () => {
    const written =
      '\uFEFF{"text":" NaN, \\"NaN\\"","segments":[' +
      '{"start":0.0,"end":2.4,"text":" NaN, \\"NaN\\"","avg_logprob":NaN,"no_speech_prob":-nan(ind)},' +
      '{"start":NaN,"end":NaN,"text":"two","avg_logprob":-Infinity},{"start":3,"end":inf,"text":"three"}]}';
    const unknown = { noSpeech: null, logProbability: null, compression: null };
    expect(readSegments(written, 60_000)).toEqual([
      { startMs: 0, endMs: 2400, text: 'NaN, "NaN"', ...unknown },
      { startMs: 2400, endMs: 2400, text: 'two', ...unknown },
      { startMs: 3000, endMs: 3000, text: 'three', ...unknown },
    ]);
  });

  test('refuses 200 kB of broken JSON without a delay', () => {
    const begunAt = performance.now();
    for (const text of ['"', String.raw`\"`, 'NaN ', String.raw`"\n"`, '-'])
      expect(readSegments(`{"NaN${text.repeat(200_000 / text.length)}`, 60_000)).toBe('unreadable');
    expect(performance.now() - begunAt).toBeLessThan(10_000);
  });

  test('reads the nanoseconds of LocalAI', () => {
    expect(texts([{ start: 1_500_000_000, end: 59_000_000_000, text: 'Hello' }])).toEqual([
      [1500, 'Hello'],
    ]);
  });

  test('drops segments outside the part or back in time', () => {
    const at = (start: number, text: string) => ({ start, end: start + 1, text });
    expect(
      texts([
        at(-1, 'before'),
        at(5, 'one'),
        at(3, 'back'),
        at(9, 'two'),
        at(70, 'beyond'),
        { start: 10, end: 9, text: 'less' },
      ]),
    ).toEqual([
      [5000, 'one'],
      [9000, 'two'],
    ]);
  });

  test('reads segments as plain text', () => {
    const text = '<script>alert(1)</script><b>Open</b>AI\u202e \u0000>>>now<<<';
    const [[, words] = []] = texts([{ start: 0, end: 1, text }]) as [number, string][];
    expect(words).toBe('OpenAI >>now<<');
  });

  test('refuses too many segments', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({
      start: at / 2000,
      end: at / 2000,
      text: 'x',
    }));
    expect(read(many)).toBe('unreadable');
    const million = `{"segments":[${'{},'.repeat(1_000_000)}{}]}`;
    expect(readSegments(million, 60_000)).toBe('unreadable');
  });
});

describe('settings', () => {
  test('disables transcription without an address', () => {
    expect(transcriptionSettings({})).toBeNull();
    expect(transcriptionSettings({ TRANSCRIBE_KEY: 'k', TRANSCRIBE_URL: '' })).toBeNull();
  });

  test('names invalid settings, but not the key', () => {
    const wrong = {
      TRANSCRIBE_URL: 'groq',
      TRANSCRIBE_LANGUAGES: 'en, klingonish',
      TRANSCRIBE_KEY: 's3cret',
    };
    expect(() => transcriptionSettings(wrong)).toThrow(/TRANSCRIBE_URL.*TRANSCRIBE_LANGUAGES/);
    expect(() => transcriptionSettings(wrong)).not.toThrow(/s3cret/);
  });

  test('reads languages and minutes', () => {
    const settings = {
      TRANSCRIBE_URL: 'https://api.example/v1/',
      TRANSCRIBE_MINUTES_A_DAY: '10',
      TRANSCRIBE_LANGUAGES: 'en, German',
    };
    expect(transcriptionSettings(settings)).toMatchObject({
      secondsADay: 600,
      languages: ['en', 'de'],
      isForAllShows: false,
    });
  });
});
