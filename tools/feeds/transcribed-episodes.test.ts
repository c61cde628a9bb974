import path from 'node:path';
import { expect, test } from 'vitest';
import { openWritableSqlite } from '../../functions/src/catalogue/engines/sqlite/writable-sqlite.ts';
import { untranscribedEpisodes } from '../../functions/src/catalogue/store/transcription-store.ts';
import { storeFeed } from '../../functions/src/catalogue/store/store-feed.ts';
import { explainUntranscribed } from '../../functions/src/catalogue/store/untranscribed-store.ts';
import {
  feedItem,
  NOW as NOW_OF_ITEMS,
  readingOf,
} from '../../functions/src/catalogue/testing/test-catalogue.ts';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { transcriptionWorld } from '../../functions/src/transcription/fixtures/transcription-world.ts';
import { changeLedger, readLedger } from '../../functions/src/transcription/ledger/ledger-store.ts';
import { transcriptionSettings } from '../../functions/src/transcription/services/services.ts';
import { serveOnLoopback } from '../../functions/src/testing/test-server.ts';
import { startSampleHost } from '../../samples/sample-host.ts';
import {
  blockTranscription,
  chooseTranscription,
  transcribedText,
  tryService,
  untranscribedText,
} from './transcribed-episodes.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const settings = (url: string) =>
  transcriptionSettings({
    TRANSCRIBE_URL: url,
    TRANSCRIBE_MODEL: 'whisper-x',
    TRANSCRIBE_KEY: 's3cret',
    TRANSCRIBE_PRICE_AN_HOUR: '0.36',
  });

async function world() {
  const { objects, addJob } = transcriptionWorld({}, 3600);
  for (const key of ['One', 'Two', 'Three']) await addJob(key, key, NOW);
  await changeLedger(objects, (ledger) => {
    for (const [key, job] of Object.entries(ledger.jobs)) job.title = `${key}\u001b[31m`;
    Object.assign(ledger.jobs['One']!, { state: 'heard', endedAtMs: NOW });
    Object.assign(ledger.jobs['Two']!, { state: 'failed', failure: 'not-audio', endedAtMs: NOW });
    ledger.days = {
      '2026-11-27': { billed: 3600, unknown: 1800 },
      '2026-11-28': { billed: 60, unknown: 0 },
    };
    ledger.stop = {
      code: 'service-refused',
      message: 'The service refuses the key.',
      endpoint: 'https://api.example/v1 whisper-x',
      untilMs: NOW + 1,
    };
  });
  return objects;
}

test('lists transcribed, pending and failed episodes, and the cost of each day', async () => {
  const objects = await world();
  await chooseTranscription(objects, 'https://show.example/feed', 'never');
  expect(
    (await transcribedText(objects, settings('https://api.example/v1'), NOW)).split('\n'),
  ).toEqual([
    'https://api.example/v1 whisper-x',
    'Today 1 of 120 minutes, $0.01.',
    'Stopped: The service refuses the key.',
    '  2026-11-28  1 minutes, $0.01',
    '  2026-11-27  90 minutes, $0.54, 30 of them without an answer',
    'Waiting: 1',
    '  Show: Three, 2 minutes',
    'Failed: 1',
    '  Show: Two, 2 minutes (not-audio)',
    'Transcribed: 1',
    '  Show: One, 2 minutes',
    'Chosen:',
    '  never  https://show.example/feed',
  ]);
  expect(await transcribedText(objects, null, NOW)).toContain('TRANSCRIBE_URL is not set');
});

test('stores the choice for a feed, and refuses an invalid address', async () => {
  const objects = await world();
  expect(await chooseTranscription(objects, 'https://show.example/feed', 'always')).toMatch(
    /^Transcribed/,
  );
  expect((await readLedger(objects)).shows).toEqual({ 'https://show.example/feed': 'always' });
  await chooseTranscription(objects, 'https://show.example/feed', 'auto');
  expect((await readLedger(objects)).shows).toEqual({});
  await expect(chooseTranscription(objects, 'no address', 'never')).rejects.toThrow(
    /no address of a feed/,
  );
});

test('lists why episodes were not transcribed, most frequent reason first', async () => {
  const url = `file:${path.join(temporaryFolder(), 'catalogue.db')}`;
  const catalogue = openWritableSqlite(url);
  const items = ['One', 'Two', 'Three'].map((title) => feedItem({ title }));
  await catalogue.write(() =>
    storeFeed('https://show.example/feed', readingOf(items), NOW_OF_ITEMS),
  );
  const wanted = { isForAllShows: true, feeds: [] };
  const found = await catalogue.read(() =>
    untranscribedEpisodes(NOW_OF_ITEMS - 86_400_000, wanted),
  );
  const why = (['over-budget', 'audio-not-loaded', 'over-budget'] as const).map((reason, at) => ({
    id: found[at]!.id,
    reason,
    code: reason === 'over-budget' ? null : 'gone',
  }));
  await catalogue.write(() => explainUntranscribed(why));
  await catalogue.close();
  expect((await untranscribedText(url, NOW_OF_ITEMS)).split('\n')).toEqual([
    'Not transcribed: 3 of the last week',
    '  2 over-budget',
    '  1 audio-not-loaded',
    `  The Show: ${found[0]!.title} (over-budget)`,
    `  The Show: ${found[1]!.title} (audio-not-loaded, gone)`,
    `  The Show: ${found[2]!.title} (over-budget)`,
  ]);
});

test('marks a blocked show for running tasks, and nothing if transcription was never used', async () => {
  const url = 'https://show.example/feed';
  const feed = { url, shown: url };
  const objects = await world();
  await blockTranscription(objects, feed, true);
  await blockTranscription(objects, feed, true);
  expect((await readLedger(objects)).blocked).toEqual([url]);
  await blockTranscription(objects, feed, false);
  expect((await readLedger(objects)).blocked).toEqual([]);
  const unused = transcriptionWorld({}, 3600);
  await blockTranscription(unused.objects, feed, true);
  expect([...unused.stored.keys()]).toEqual([]);
});

test('tests the service with a second of speech', async () => {
  const host = await startSampleHost({ port: 0 });
  try {
    const url = new URL('/speech/v1', host.url).href;
    expect(await tryService(settings(url))).toMatch(
      /whisper-x answered within [\d.]+ seconds: “.+”\.$/,
    );
  } finally {
    await host.close();
  }
});

test.each([
  [401, /refuses the key, the model or the address \(401\)\. \(service-refused/],
  [402, /asks to be paid/],
  [200, /without segments/],
])('explains the status %s of the service without showing the key', async (status, sentence) => {
  const url = await serveOnLoopback((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end('{"text":"x"}'));
  });
  const tried = tryService(settings(`${url}/v1`));
  await expect(tried).rejects.toThrow(sentence);
  await expect(tried).rejects.not.toThrow(/s3cret/);
});

test('reports that no service is set', async () => {
  await expect(tryService(transcriptionSettings({}))).rejects.toThrow('TRANSCRIBE_URL is not set.');
});
