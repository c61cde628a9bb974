import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import { type FeedItem, type FeedShow, NO_VALIDATORS } from '../feeds/feed-model.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import type { Cue } from '../feeds/transcripts/transcript.ts';
import type { Catalogue, WritableCatalogue } from './catalogue.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { READ } from './store/attachment-record.ts';
import { storeFeed } from './store/store-feed.ts';
import { TRANSCRIPTS, awaitedAttachments } from './store/attachments-store.ts';
import { recordTranscript } from './store/transcripts-store.ts';

const FEED = 'https://show.example/feed';
const SOURCES = [{ url: 'https://show.example/a.vtt', type: 'text/vtt' }];

function search(
  catalogue: Catalogue,
  keyword: string,
  options: { spoken?: boolean; limit?: number } = {},
) {
  return catalogue.query({ keywords: [keyword], limit: 5, totalLimit: 9, ...options });
}

const titlesOf = async (catalogue: Catalogue, keyword: string, options = {}) =>
  (await search(catalogue, keyword, options)).episodes.map(({ title }) => title);

/** Returns a cue every ten seconds. */
function cuesOf(...texts: string[]): Cue[] {
  return texts.map((text, at) => ({
    startMs: at * 10_000,
    speaker: at % 2 === 0 ? 'Ann' : 'Bo',
    text,
  }));
}

function store(
  catalogue: WritableCatalogue,
  items: FeedItem[],
  show: Partial<FeedShow> = {},
  now = NOW,
) {
  return catalogue.write(() => storeFeed(FEED, readingOf(items, show), now));
}

const everyOne = (catalogue: WritableCatalogue, now = NOW) =>
  catalogue.read(() => awaitedAttachments(TRANSCRIPTS, now, { everyOne: true, limit: 100 }));

/** Stores a transcript for the newest episode without one. */
async function say(catalogue: WritableCatalogue, cues: Cue[]) {
  const [awaited] = await everyOne(catalogue);
  const { episodeId, ...record } = awaited!;
  const done = { ...record, triedAtMs: NOW, nextTryAtMs: null, outcome: READ };
  await catalogue.write(() => recordTranscript(episodeId, done, toSpokenText(cues)));
}

const item = (title: string, values: Partial<FeedItem> = {}) =>
  feedItem({ title, transcripts: SOURCES, ...values });

describe.each(ENGINES)('transcripts on $engine', ({ open }) => {
  it('finds a phrase across cues, and quotes it with time and speaker', async () => {
    const { catalogue, checkIndex } = await open();
    await store(catalogue, [item('About copper'), feedItem({ title: 'About tin' })]);
    await say(
      catalogue,
      cuesOf(
        'Good morning. We met at the quiet',
        'Harbour of Genoa, again.',
        'At the quiet harbour!',
      ),
    );
    const { episodes, total } = await search(catalogue, 'Quiet harbour');
    expect([total, episodes[0]?.title]).toEqual([1, 'About copper']);
    expect(episodes[0]?.spoken).toEqual([
      { text: '…We met at the >>>quiet Harbour<<< of Genoa, again.', atMs: 0, speaker: 'Ann' },
      { text: '…At the >>>quiet harbour<<<!', atMs: 20_000, speaker: 'Ann' },
    ]);
    expect(episodes[0]).toMatchObject({ spokenTotal: 2, transcript: SOURCES[0]?.url });
    await checkIndex();
  });

  it('counts episodes with a transcript', async () => {
    const { catalogue } = await open();
    await store(catalogue, [item('About copper'), item('About tin')]);
    expect((await catalogue.contents()).spoken).toBe(0);
    await say(catalogue, cuesOf('The quiet harbour.'));
    expect(await catalogue.contents()).toMatchObject({ episodes: 2, podcasts: 1, spoken: 1 });
    await store(catalogue, [item('About copper'), item('About tin')], { blocked: true });
    expect((await catalogue.contents()).spoken).toBe(0);
  });

  it('merges matches in texts and transcripts: each episode once, newest first', async () => {
    const { catalogue } = await open();
    const at = (hours: number) => ({ publishedAtMs: NOW - hours * HOUR_MS });
    await store(catalogue, [
      item('said', at(1)),
      feedItem({ title: 'harbour written', ...at(2) }),
      item('harbour both', at(3)),
      feedItem({ title: 'nowhere', ...at(4) }),
    ]);
    await say(catalogue, cuesOf('the harbour'));
    await say(catalogue, cuesOf('one harbour', 'two harbour', 'harbour three', 'four harbour'));
    const all = ['said', 'harbour written', 'harbour both'];
    expect(await titlesOf(catalogue, 'harbour')).toEqual(all);
    const { episodes, total } = await search(catalogue, 'harbour', { limit: 2 });
    expect([episodes.length, total]).toEqual([2, 3]);
    const both = (await search(catalogue, 'harbour')).episodes[2];
    // One quotation contains all four matches.
    expect([both?.spoken?.length, both?.spokenTotal]).toEqual([1, 1]);
    expect(await titlesOf(catalogue, 'harbour', { spoken: false })).toEqual(all.slice(1));
    expect((await search(catalogue, 'harbour', { spoken: false })).episodes[1]).not.toHaveProperty(
      'spoken',
    );
    expect((await search(catalogue, 'harbour', { spoken: false, limit: 1 })).total).toBe(2);
  });

  it('combines terms in texts and transcripts', async () => {
    const { catalogue } = await open();
    const at = (hours: number) => ({ publishedAtMs: NOW - hours * HOUR_MS });
    const items = [
      item('copper one', at(1)),
      feedItem({ title: 'copper two', ...at(2) }),
      item('tin', at(3)),
      feedItem({
        title: 'harbour tin',
        persons: [{ name: 'Ann Copper', role: 'guest' }],
        ...at(4),
      }),
    ];
    await store(catalogue, items, { title: 'Pod' });
    await say(catalogue, cuesOf('at the quiet harbour'));
    await say(catalogue, cuesOf('copper in the harbour', 'we repeat: copper'));
    const everyTitle = items.map(({ title }) => title).join(', ');
    const finds: [question: string, titles: string, notesAlone: string][] = [
      ['copper AND harbour', 'copper one, tin, harbour tin', 'harbour tin'],
      ['+copper +"quiet harbour"', 'copper one', ''],
      ['copper -harbour', 'copper two', 'copper one, copper two'],
      ['tin -copper', '', 'tin'],
      ['+harbour title:copper', 'copper one', ''],
      ['+harb* -title:tin', 'copper one', ''],
      ['title:two OR quiet', 'copper one, copper two', 'copper two'],
      ['title:two OR ann', 'copper two, harbour tin', 'copper two, harbour tin'],
      ['harbour show:pod', 'copper one, tin, harbour tin', 'harbour tin'],
      [
        '-quiet show:pod',
        'copper two, tin, harbour tin',
        'copper one, copper two, tin, harbour tin',
      ],
      ['title:quiet', '', ''],
      ['spoken:copper', 'tin', ''],
      ['spoken:"quiet harb*"', 'copper one', ''],
      ['spoken:tin', '', ''],
      ['copper spoken:harbour', 'copper one, tin', ''],
      ['+spoken:harbour -spoken:copper', 'copper one', ''],
      ['tin -spoken:harbour', 'harbour tin', 'tin, harbour tin'],
      ['tin -spoken:harb*', 'harbour tin', 'tin, harbour tin'],
      ['title:two OR spoken:quiet', 'copper one, copper two', 'copper two'],
      ['ann OR title:tin AND spoken:copper', 'tin, harbour tin', 'harbour tin'],
      ['spoken:quiet, +title:copper', 'copper one', ''],
      ['show:pod -spoken:quiet', 'copper two, tin, harbour tin', everyTitle],
    ];
    const found = [];
    for (const [question] of finds) {
      const everywhere = await titlesOf(catalogue, question);
      const alone = await titlesOf(catalogue, question, { spoken: false });
      found.push([question, everywhere.join(', '), alone.join(', ')]);
    }
    expect(found).toEqual(finds);
    const { episodes, total } = await search(catalogue, 'copper AND harbour', { limit: 1 });
    expect(total).toBe(3);
    expect(episodes[0]?.spoken).toEqual([
      { text: 'at the quiet >>>harbour<<<', atMs: 0, speaker: 'Ann' },
    ]);
  });

  it('a spoken term is quoted, and not highlighted in the notes', async () => {
    const { catalogue } = await open();
    const description = 'Of copper and the harbour';
    await store(catalogue, [item('harbour', { description }), feedItem({ title: 'tin' })]);
    await say(catalogue, cuesOf('at the quiet harbour', 'of copper'));
    const { episodes } = await search(catalogue, 'copper spoken:harbour');
    expect(episodes).toMatchObject([
      {
        description: 'Of >>>copper<<< and the harbour',
        spoken: [{ text: 'at the quiet >>>harbour<<< of >>>copper<<<', atMs: 0, speaker: 'Ann' }],
        spokenTotal: 1,
        transcript: SOURCES[0]?.url,
      },
    ]);
    expect(episodes[0]).not.toHaveProperty('foundIn');
    const [alone] = (await search(catalogue, 'spoken:harbour')).episodes;
    expect(alone?.description).toBe(description);
    expect(alone?.spoken?.[0]?.text).toBe('at the quiet >>>harbour<<< of copper');
  });

  it('finds phrases anywhere in a transcript of 30 000 cues', async () => {
    const { catalogue, checkIndex } = await open();
    await store(catalogue, [item('long')]);
    const words = Array.from({ length: 30_000 }, (_, at) => ({
      startMs: at * 1000,
      text: `the word${at} is`,
    }));
    await say(catalogue, words);
    for (const at of [0, 4_321, 16_000, 29_998]) {
      const [found] = (await search(catalogue, `word${at} is the word${at + 1}`)).episodes;
      expect(found?.spoken?.[0]?.atMs).toBe(at * 1000);
    }
    expect((await search(catalogue, 'word5 is the word7')).total).toBe(0);
    await checkIndex();
  });

  it('keeps a transcript when its episode changes, and deletes it with the episode', async () => {
    const { catalogue, checkIndex } = await open();
    const old = item('old', { publishedAtMs: NOW - 34 * DAY_MS });
    await store(catalogue, [old]);
    await say(catalogue, cuesOf('harbour'));
    await store(catalogue, [{ ...old, title: 'renamed' }]);
    expect(await titlesOf(catalogue, 'harbour')).toEqual(['renamed']);
    expect(await everyOne(catalogue)).toEqual([]);
    expect(await catalogue.prune(NOW + 2 * DAY_MS)).toBe(1);
    expect(await titlesOf(catalogue, 'harbour')).toEqual([]);
    await checkIndex();
    await store(
      catalogue,
      [item('next', { publishedAtMs: NOW + 2 * DAY_MS })],
      {},
      NOW + 2 * DAY_MS,
    );
    expect((await everyOne(catalogue)).length).toBe(1);
  });

  it('deletes a transcript that the feed removes or forbids', async () => {
    const { catalogue, checkIndex } = await open();
    const [first, second] = [item('first'), item('second')];
    const found = () => titlesOf(catalogue, 'harbour').then((titles) => titles.sort());
    await store(catalogue, [first, second]);
    await say(catalogue, cuesOf('harbour'));
    await say(catalogue, cuesOf('harbour'));
    await store(catalogue, [second]);
    expect(await found()).toEqual(['first', 'second']);
    await store(catalogue, [{ ...second, transcripts: [] }]);
    expect(await found()).toEqual(['first']);
    await store(catalogue, [], { blocked: true });
    expect(await found()).toEqual([]);
    expect(await everyOne(catalogue)).toEqual([]);
    await checkIndex();
  });

  it('schedules files newest first, and again if their URL changes', async () => {
    const { catalogue } = await open();
    const [newer, older] = [item('newer'), item('older', { publishedAtMs: NOW - DAY_MS })];
    await store(catalogue, [older, newer]);
    const awaited = await catalogue.read(() =>
      awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: false, limit: 1 }),
    );
    const ids = (await everyOne(catalogue)).map(({ episodeId }) => episodeId);
    expect(awaited.map(({ episodeId }) => episodeId)).toEqual(ids.slice(0, 1));
    const { episodeId, ...record } = awaited[0]!;
    expect(record).toEqual({
      sources: SOURCES,
      wantedAtMs: NOW,
      tries: 0,
      triedAtMs: null,
      nextTryAtMs: NOW,
      durationSeconds: null,
      outcome: null,
      validators: NO_VALIDATORS,
    });
    const failed = { ...record, tries: 3, triedAtMs: NOW, nextTryAtMs: null, outcome: 'gone' };
    const validators = { etag: '"1"', lastModified: 'yesterday' };
    await catalogue.write(() => recordTranscript(episodeId, { ...failed, validators }, null));
    const due = async (now = NOW) =>
      (
        await catalogue.read(() =>
          awaitedAttachments(TRANSCRIPTS, now, { everyOne: false, limit: 9 }),
        )
      ).map((each) => each.episodeId);
    expect(await due()).toEqual(ids.slice(1));
    expect((await everyOne(catalogue))[0]).toEqual({ episodeId, ...failed, validators });
    // The file is due after the clock was put back.
    expect(await due(NOW - HOUR_MS)).toContain(episodeId);

    const at = (url: string) => ({ ...newer, transcripts: [{ url, type: 'text/vtt' }] });
    await store(catalogue, [at('https://show.example/a.vtt?token=2')]);
    expect(await due()).toEqual(ids.slice(1));
    await store(catalogue, [at('https://show.example/b.vtt')]);
    expect(await due()).toEqual(ids);
  });

  it('ignores a transcript that the feed has removed meanwhile', async () => {
    const { catalogue, checkIndex } = await open();
    const one = item('one');
    await store(catalogue, [one]);
    const [awaited] = await everyOne(catalogue);
    await store(catalogue, [{ ...one, transcripts: [] }]);
    await catalogue.write(() =>
      recordTranscript(awaited!.episodeId, awaited!, toSpokenText(cuesOf('harbour'))),
    );
    expect(await titlesOf(catalogue, 'harbour')).toEqual([]);
    await checkIndex();
  });

  it('counts transcripts by podcast, the most first', async () => {
    const { catalogue } = await open();
    expect(await catalogue.spokenShows(5)).toEqual([]);
    await store(catalogue, [item('one'), item('two'), feedItem({ title: 'three' })], {
      title: 'A',
    });
    await say(catalogue, cuesOf('Hello.'));
    const reading = (title: string, items: FeedItem[]) => readingOf(items, { title });
    const later = { publishedAtMs: NOW - HOUR_MS };
    const elsewhere = reading('B', [item('four', later), item('five', later)]);
    await catalogue.write(() => storeFeed('https://other.example/feed', elsewhere, NOW));
    const silent = reading('C', [feedItem({ title: 'six' })]);
    await catalogue.write(() => storeFeed('https://silent.example/feed', silent, NOW));
    const awaited = await everyOne(catalogue);
    const newest = awaited.sort((left, right) => right.episodeId - left.episodeId).slice(0, -1);
    for (const { episodeId, ...record } of newest) {
      const done = { ...record, triedAtMs: NOW, nextTryAtMs: null, outcome: READ };
      await catalogue.write(() =>
        recordTranscript(episodeId, done, toSpokenText(cuesOf('Good day.'))),
      );
    }
    expect(await catalogue.spokenShows(5)).toEqual([
      { podcast: 'B', episodes: 2, spoken: 2 },
      { podcast: 'A', episodes: 3, spoken: 1 },
    ]);
    expect(await catalogue.spokenShows(1)).toHaveLength(1);
  });

  it('reads sentences around a moment of the episode with this audio and time', async () => {
    const { catalogue } = await open();
    const audio = 'https://host.example/copper.mp3';
    await store(catalogue, [
      item('About copper', { audio }),
      item('Beside it'),
      feedItem({ audio }),
    ]);
    for (const [text, startMs] of [
      ['Copper is red.', 61_500],
      ['Tin is not.', null],
    ] as const) {
      await say(catalogue, [{ startMs, speaker: 'Ann', text }]);
    }
    const question = { audio, pub_date_ms: NOW - HOUR_MS + 999, atMs: 60_000 };
    const [said] = (await search(catalogue, 'copper is red')).episodes;
    const other = said?.audio === audio ? 'Beside it' : 'About copper';
    const [untimed] = (await search(catalogue, `title:"${other}"`)).episodes;
    const ask = (change: Partial<typeof question>) => catalogue.speech({ ...question, ...change });
    expect(await ask({ audio: said?.audio ?? '' })).toEqual([
      { atMs: 61_500, speaker: 'Ann', text: 'Copper is red.' },
    ]);
    expect(await ask({ audio: said?.audio ?? '', atMs: 600_000 })).toEqual([]);
    for (const change of [
      { audio: untimed?.audio ?? '' },
      { audio: 'https://host.example/other.mp3' },
      { audio: said?.audio ?? '', pub_date_ms: question.pub_date_ms + 1000 },
      { audio: said?.audio ?? '', pub_date_ms: 8.64e15 },
    ]) {
      expect(await ask(change)).toBeNull();
    }
  });

  it('an episode look-up returns up to 20 quotations', async () => {
    const { catalogue } = await open();
    const audio = 'https://host.example/copper.mp3';
    const chapters = [{ startMs: 5000, title: 'Ore' }];
    await store(catalogue, [item('Silent'), item('About copper', { audio, link: null, chapters })]);
    await say(
      catalogue,
      cuesOf(
        ...Array.from(
          { length: 60 },
          (_, at) =>
            `Copper is red ${at}. So is rust, and brick, and clay, and much else that has iron in it, as everybody knows who has seen a desert at dusk.`,
        ),
      ),
    );
    const { episodes } = await search(catalogue, 'copper is red');
    const [found] = episodes;
    const question = {
      id: found!.id!,
      pub_date_ms: found!.pub_date_ms ?? 0,
      keywords: ['copper is red'],
    };
    const asked = await catalogue.episode(question);
    expect({ ...asked, spoken: asked?.spoken?.slice(0, 3) }).toEqual(found);
    expect(asked?.spoken).toHaveLength(20);
    expect(asked?.spokenTotal).toBe(60);
    const plain = await catalogue.episode({ ...question, keywords: [] });
    expect(plain?.title).toBe(found?.title);
    expect([plain?.spoken, plain?.description.includes('>>>')]).toEqual([undefined, false]);
    for (const other of [
      { id: '0'.repeat(32) },
      { pub_date_ms: question.pub_date_ms + 2 * HOUR_MS },
      { pub_date_ms: 8.64e15 },
    ]) {
      expect(await catalogue.episode({ ...question, ...other })).toBeNull();
    }
  });

  it('finds names of people and chapters', async () => {
    const { catalogue, checkIndex } = await open();
    const chapters = [
      { startMs: 0, title: 'Hello' },
      { startMs: 60_000, title: 'Copper in Genoa' },
    ];
    const named = feedItem({
      title: 'named',
      persons: ['Ann Lee', 'Bo Ek'].map((name) => ({ name, role: 'host' })),
      chapters,
    });
    await store(catalogue, [named, feedItem()]);
    for (const keyword of ['ann lee', 'bo', 'copper in genoa']) {
      expect(await titlesOf(catalogue, keyword, { spoken: false })).toEqual(['named']);
    }
    await store(catalogue, [{ ...named, persons: [] }]);
    expect(await titlesOf(catalogue, 'ann lee')).toEqual([]);
    await checkIndex();
  });

  it('does not search what a show says in a quarter of its transcripts', async () => {
    const { catalogue } = await open();
    const outro = 'This show is made by Acme and its many friends.';
    for (let at = 4; at > 0; at -= 1) {
      await store(catalogue, [item(`Show ${at}`, { publishedAtMs: NOW - at * HOUR_MS })]);
      await say(catalogue, cuesOf(`Of ledgers and more. Talk ${at}.`, outro));
    }
    // The first ones were read before the sentence was known to repeat.
    expect(await titlesOf(catalogue, 'acme')).toEqual(['Show 3', 'Show 4']);
    expect(await titlesOf(catalogue, 'ledgers')).toHaveLength(4);
    const { episodes } = await search(catalogue, 'talk');
    expect(episodes[0]?.spoken?.[0]?.text).toContain('>>>Talk<<<');
  });
});
