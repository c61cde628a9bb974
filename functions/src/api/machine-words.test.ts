import { expect, test } from 'vitest';
import { digestEpisode, messageEpisode } from '../alerts/plan/digest-episodes.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import type { NewEpisode } from '../catalogue/store/new-episode.ts';
import {
  recordTranscribed,
  untranscribedEpisodes,
} from '../catalogue/store/transcription-store.ts';
import { storeFeed } from '../catalogue/store/store-feed.ts';
import { newEpisodes } from '../catalogue/testing/new-episodes.ts';
import {
  feedItem,
  NOW,
  readingOf,
  temporaryCatalogue,
} from '../catalogue/testing/test-catalogue.ts';
import { DAY_MS, HOUR_MS, MACHINE_SPEAKER } from '../contract/index.ts';
import { showIdOf } from '../feeds/show-id.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import { alertEpisodes, alertItems } from '../search/alert-search.ts';
import { askedDoors } from './fixtures/asked-doors.ts';

const FEED = 'https://show.example/feed';
const PUBLISHED = NOW - HOUR_MS;
const ITEM = feedItem({
  title: 'Told',
  guid: 'told',
  link: 'https://show.example/told',
  audio: 'https://show.example/a.mp3',
  durationSeconds: 3600,
  publishedAtMs: PUBLISHED,
});
const MOST_WORDS = 200;
const CUES = 500;

/**
 * An hour of speech in which every cue matches and no filler word occurs twice. `countIn` counts how many of its
 * words a text contains.
 */
interface Speech {
  said: string[];
  queries: string[][];
  countIn: (text: string) => number;
}

const distinct = (text: string, word: RegExp) => new Set(text.match(word) ?? []).size;

const SPEECHES: Record<string, Speech> = {
  'words with spaces': {
    said: Array.from({ length: CUES }, (_, at) => {
      const words = Array.from({ length: 18 }, (_each, word) => `w${at * 18 + word}w`);
      return `copper ${words.join(' ')} m${at % 40}m`;
    }),
    queries: [
      ['copper'],
      ['spoken:copper'],
      ['copper m1m m5m m9m m13m m17m m21m m25m'],
      ['m1m', 'm5m', 'm9m', 'm13m', 'm17m', 'm21m', 'm25m', 'm29m'],
      Array.from({ length: 8 }, (_, at) => `w${at * 911}w`),
    ],
    countIn: (text) => distinct(text, /[wm]\d+[wm]/g),
  },
  'letters without spaces': {
    said: Array.from(
      { length: CUES },
      (_, at) =>
        `銅山${String.fromCodePoint(...Array.from({ length: 40 }, (_each, letter) => 0x4e00 + at * 40 + letter))}`,
    ),
    queries: [['銅山'], ['spoken:銅山']],
    // A Chinese word has about two characters.
    countIn: (text) => distinct(text, /[\u4e00-\u9fff]/gu) / 2,
  },
};

interface Transcribed {
  catalogue: WritableCatalogue;
  episode: NewEpisode;
  id: string;
}

async function transcribed({ said }: Speech): Promise<Transcribed> {
  const catalogue = temporaryCatalogue();
  await catalogue.write(() => storeFeed(FEED, readingOf([ITEM]), NOW));
  const [untranscribed] = await catalogue.read(() => untranscribedEpisodes(NOW - 7 * DAY_MS));
  const spoken = toSpokenText(
    said.map((text, at) => ({ startMs: at * 7000, speaker: MACHINE_SPEAKER, text })),
  );
  await catalogue.write(() =>
    recordTranscribed({ ...untranscribed!, spoken, transcribedSeconds: 3600 }),
  );
  const stored: NewEpisode[] = [];
  for await (const each of newEpisodes(catalogue, 0, 0)) stored.push(each);
  const found = await catalogue.query({ keywords: ['told'], limit: 1, totalLimit: 1 });
  return { catalogue, episode: stored[0]!, id: found.episodes[0]?.id ?? '' };
}

const alertOf = (keyword: string) => ({ id: 'a', keyword, createdAtMs: 0 });

/** Every way in which the words of a transcript leave the product. Pages show the response of a search. */
const DOORS: Record<string, (of: Transcribed, keywords: string[]) => unknown> = {
  'a search and a page': ({ catalogue }, keywords) =>
    askedDoors(catalogue, NOW).askedBy([])({ keywords, language: 'English' }),
  'a search by relevance': ({ catalogue }, keywords) =>
    askedDoors(catalogue, NOW).askedBy([])({ keywords, language: 'English', sort: 'relevance' }),
  'an episode with its places': ({ catalogue, id }, keywords) =>
    askedDoors(catalogue, NOW).caller([]).episode({
      id,
      pub_date_ms: PUBLISHED,
      keywords,
    }),
  'the page of a moment': async ({ catalogue, id }) => {
    const moments = [0, 60, 1800, 3400].map((atS) =>
      catalogue.episodePage({ show: showIdOf(FEED), id, atS, topics: [] }),
    );
    const pages = (await Promise.all(moments)).map(({ about }) => JSON.stringify(about?.said));
    return pages.sort((left, right) => right.length - left.length)[0];
  },
  'a search of the API': ({ catalogue }, keywords) =>
    askedDoors(catalogue, NOW).rest(`/search?${queryOf(keywords)}`, []),
  'an episode of the API': ({ catalogue, id }, keywords) =>
    askedDoors(catalogue, NOW).rest(
      `/episodes?id=${id}&published=${new Date(PUBLISHED).toISOString()}&${queryOf(keywords)}`,
      [],
    ),
  'a search of an assistant': ({ catalogue }, keywords) =>
    askedDoors(catalogue, NOW).mcp('search_episodes', { q: keywords }, []),
  'a mail': ({ episode }, [keyword = '']) => digestEpisode(episode, { keyword }),
  'a chat, a webhook and a private feed': ({ episode }, [keyword = '']) =>
    messageEpisode(episode, { keyword }),
  'the preview of a mail': async ({ catalogue }, [keyword = '']) => {
    const { episodes } = await catalogue.query({ keywords: [keyword], limit: 5, totalLimit: 5 });
    return episodes.map(alertEpisodes(alertOf(keyword)));
  },
  'matches of an alert': async ({ catalogue }, [keyword = '']) => {
    const { episodes } = await catalogue.query({ keywords: [keyword], limit: 5, totalLimit: 5 });
    return episodes.map(alertItems(alertOf(keyword), 'https://earshot.example'));
  },
};

/**
 * Requests that return no words of the transcript: public feeds do not quote it, and a machine's transcript cannot be
 * read by time.
 */
const SHUT: typeof DOORS = {
  'a public feed': ({ catalogue }, keywords) =>
    askedDoors(catalogue, NOW).feed(`/search.xml?${queryOf(keywords)}`),
  'the transcript around a second': ({ catalogue }) =>
    askedDoors(catalogue, NOW)
      .caller([])
      .speech({ audio: ITEM.audio ?? '', pub_date_ms: PUBLISHED, atMs: 60_000 })
      .catch(() => ''),
  'the page of an episode': ({ catalogue, id }) =>
    catalogue.episodePage({ show: showIdOf(FEED), id, topics: [] }),
  'the transcript of the API': ({ catalogue, id }) =>
    askedDoors(catalogue, NOW)
      .rest(`/episodes?id=${id}&published=${new Date(PUBLISHED).toISOString()}&around=60`, [])
      .catch(() => ''),
};

const queryOf = (keywords: readonly string[]) =>
  keywords.map((keyword) => `q=${encodeURIComponent(keyword)}`).join('&');

const plain = (answer: unknown) => (typeof answer === 'string' ? answer : JSON.stringify(answer));

test.each(Object.entries(SPEECHES))(
  'quotes at most 200 words of a machine’s transcript per query: %s',
  async (_, speech) => {
    const of = await transcribed(speech);
    const wordsThrough = async (doors: typeof DOORS, queries: string[][]) => {
      const told: Record<string, number> = {};
      for (const [door, open] of Object.entries(doors)) {
        const answers = [];
        for (const keywords of queries) answers.push(plain(await open(of, keywords)));
        told[door] = Math.max(...answers.map(speech.countIn));
      }
      return told;
    };
    const doorsWith = (told: Record<string, number>, is: (words: number) => boolean) =>
      Object.keys(told).filter((door) => is(told[door] ?? 0));
    const told = await wordsThrough(DOORS, speech.queries);
    expect(doorsWith(told, (words) => words > MOST_WORDS)).toEqual([]);
    expect(doorsWith(told, (words) => words < 10)).toEqual([]);
    const shut = await wordsThrough(SHUT, speech.queries.slice(0, 1));
    // A response may repeat the query, which is one word.
    expect(doorsWith(shut, (words) => words > 1)).toEqual([]);
  },
);
