import fc from 'fast-check';
import { parseRssFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../test-runs.ts';
import { wholeEpisode } from '../../contract/fixtures/whole-episode.ts';
import type { Episode } from '../../contract/index.ts';
import { type FeedHead, feedXml } from './feed-xml.ts';

const head: FeedHead = {
  title: 'OpenAI Podcast Mentions – Earshot',
  description: 'The latest episodes.',
  pageUrl: 'https://earshot.example/company/openai',
  feedUrl: 'https://earshot.example/company/openai.xml',
  site: { name: 'Earshot', url: 'https://earshot.example' },
};

/** The error of a strict XML parser; null for a well-formed document. */
function problemOf(xml: string): string | null {
  let problem: string | null = null;
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => (problem ??= message));
  parser.write(xml).close();
  return problem;
}

function elements(xml: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => names.push(name));
  parser.write(xml).close();
  return names;
}

const read = (...episodes: Episode[]) => parseRssFeed(feedXml(head, episodes));

describe('a feed', () => {
  test('says what it is, where its page is, and when its newest episode came', () => {
    const older = { ...wholeEpisode, pub_date_ms: wholeEpisode.pub_date_ms - 1000 };
    const feed = read(older, wholeEpisode);
    expect(feed).toMatchObject({
      title: head.title,
      link: head.pageUrl,
      description: head.description,
      language: 'en',
      ttl: 15,
      lastBuildDate: 'Mon, 21 Sep 2026 14:13:20 GMT',
      atom: { links: [{ href: head.feedUrl, rel: 'self', type: 'application/rss+xml' }] },
    });
  });

  test('has of each episode the publisher’s link, its show, its date and its text', () => {
    const [item] = read(wholeEpisode).items ?? [];
    expect(item).toMatchObject({
      title: 'Ledgers',
      link: 'https://podcast.example/episodes/1',
      pubDate: 'Mon, 21 Sep 2026 14:13:20 GMT',
      description: 'About ledgers.',
      dc: { creators: ['Small Bets'] },
      guid: { isPermaLink: false },
    });
    expect(item).toMatchObject({
      enclosures: [{ url: 'https://podcast.example/1.mp3', length: 0, type: 'audio/mpeg' }],
    });
  });

  test('without episodes is one all the same, and has no date', () => {
    const xml = feedXml(head, []);
    expect(problemOf(xml)).toBeNull();
    expect(xml).not.toContain('lastBuildDate');
    expect(parseRssFeed(xml).items ?? []).toEqual([]);
  });

  test('has the same bytes for the same episodes', () => {
    expect(feedXml(head, [wholeEpisode])).toBe(feedXml({ ...head }, [{ ...wholeEpisode }]));
  });

  test('leaves out what is not known of an episode', () => {
    const { audio: _, duration_s: __, strength: ___, ...silent } = { ...wholeEpisode, image: '' };
    const xml = feedXml(head, [{ ...silent, link: '', pub_date_ms: null }]);
    expect(elements(xml).slice(elements(xml).indexOf('item'))).toEqual([
      'item',
      'title',
      'guid',
      'dc:creator',
      'description',
    ]);
  });

  test('says how strongly an episode is about what is searched, in a namespace of its own', () => {
    const xml = feedXml(head, [wholeEpisode]);
    expect(xml).toContain('xmlns:earshot="urn:earshot:feed"');
    expect(xml).toContain('<earshot:strength>about</earshot:strength>');
  });

  test('links to nothing but http(s)', () => {
    for (const link of ['javascript:alert(1)', 'data:text/html,x', '/here', 'ftp://a.example/']) {
      expect(read({ ...wholeEpisode, link }).items?.[0]?.link).toBeUndefined();
    }
    const odd = read({ ...wholeEpisode, link: 'https://a.example/?a=1&b="<\u0001>' }).items?.[0];
    expect(odd?.link).toBe('https://a.example/?a=1&b=%22%3C%01%3E');
  });
});

describe('what podcast apps play', () => {
  const enclosures = (audio: string) => read({ ...wholeEpisode, audio }).items?.[0]?.enclosures;

  test.each([
    ['https://a.example/1.m4a?x=1', 'audio/mp4'],
    ['https://a.example/1.ogg', 'audio/ogg'],
    ['https://a.example/play/1', 'audio/mpeg'],
  ])('is the publisher’s own file: %s, of the type %s', (url, type) => {
    expect(enclosures(url)).toEqual([{ url, length: 0, type }]);
  });

  test('is nothing where the address is none of the web', () => {
    expect(enclosures('javascript:alert(1)')).toBeUndefined();
  });

  test('is in no directory of podcasts: a topic is nobody’s show', () => {
    expect(read(wholeEpisode)).toMatchObject({ itunes: { block: true } });
  });

  test('has a picture, an author and a word about what is explicit; an episode its cover and its length', () => {
    const picture = 'https://earshot.example/podcast.png';
    const feed = read(wholeEpisode);
    expect(feed).toMatchObject({
      itunes: { image: picture, author: 'Earshot', explicit: false },
    });
    expect(feed.items?.[0]).toMatchObject({
      itunes: { duration: 2880, image: 'https://podcast.example/cover.png' },
    });
  });
});

describe('what readers know an episode by', () => {
  const guidOf = (episode: Episode) => read(episode).items?.[0]?.guid?.value;

  const NOVEMBER = Date.UTC(2026, 10, 25);
  const from = (pubDateMs: number, id = wholeEpisode.id): Episode => ({
    ...wholeEpisode,
    id,
    pub_date_ms: pubDateMs,
  });

  test('is its item id, whatever becomes of its date and its link', () => {
    const moved = { ...from(NOVEMBER + 1000), link: 'https://podcast.example/new' };
    expect([guidOf(from(NOVEMBER)), guidOf(moved)]).toEqual([wholeEpisode.id, wholeEpisode.id]);
    const backend: Episode = { ...from(NOVEMBER), title: 'Of a backend without ids' };
    delete backend.id;
    expect(guidOf(backend)).toMatch(/^[0-9a-f]{32}$/);
    expect(guidOf({ ...backend, pub_date_ms: NOVEMBER + 1000 })).toBe(guidOf(backend));
    expect(guidOf({ ...backend, title: 'Another' })).not.toBe(guidOf(backend));
  });

  test('is what readers know of before, unless two episodes share it', () => {
    // Of the version that was deployed then.
    expect(guidOf(wholeEpisode)).toBe('30ffec75581d2e366fa1e2aeb2156552');
    const [one, other] = ['a', 'b'].map((digit) => from(NOVEMBER - 1000, digit.repeat(32)));
    const guids = (read(one!, other!, wholeEpisode).items ?? []).map(({ guid }) => guid?.value);
    expect(guids).toEqual([one!.id, other!.id, guidOf(wholeEpisode)]);
  });

  test('stays when its title, its show or its text is corrected', () => {
    const corrected = { ...wholeEpisode, title: 'Ledger', podcast: 'Bets', description: 'New' };
    expect(guidOf(corrected)).toBe(guidOf(wholeEpisode));
  });

  test('tells apart the episodes of a show that links them all to one page', () => {
    const other = { ...wholeEpisode, pub_date_ms: wholeEpisode.pub_date_ms + 1000 };
    expect(guidOf(other)).not.toBe(guidOf(wholeEpisode));
  });
});

describe('texts of feeds', () => {
  const HOSTILE = [
    'An end ]]> of a section',
    '<script>alert("1")</script> & <b>bold</b>',
    '&lt;img src=x onerror=alert(1)&gt; &#x26; &nbsp; &unknown;',
    'control \u0000\u0001\u0008\u000B\u001F\u007F\u0085 characters',
    'lone \uD83D surrogates \uDE00, non-characters \uFFFE\uFFFF',
    'astral 😀 𝒳 characters',
    'turned \u202E round \u2066 and \u2029 separated',
    '<!-- --> <?xml version="1.0"?> <!DOCTYPE x [<!ENTITY a "b">]> &a;',
    '</title></item></channel></rss>',
    'é'.repeat(2000),
  ];

  test.each(HOSTILE)('%j leaves the document whole and adds no element', (text) => {
    const episode = { ...wholeEpisode, title: text, podcast: text, description: text };
    const xml = feedXml({ ...head, title: text, description: text }, [episode]);
    expect(problemOf(xml)).toBeNull();
    expect(elements(xml)).toEqual(elements(feedXml(head, [wholeEpisode])));
  });

  test('are shown to the letter, in titles as text and in descriptions as HTML', () => {
    const text = 'Is <b> bold & "sure"?';
    const xml = feedXml(head, [{ ...wholeEpisode, title: text, description: text }]);
    const texts: string[] = [];
    const parser = new SaxesParser();
    parser.on('text', (written) => texts.push(written));
    parser.write(xml).close();
    expect(texts).toContain('Is <b> bold & "sure"?');
    expect(texts).toContain('Is &lt;b&gt; bold &amp; "sure"?');
  });

  test('hold no marks of matches, and are cut where they are long', () => {
    const xml = feedXml(head, [
      { ...wholeEpisode, description: `${'a '.repeat(500)} >>>match<<<`, title: 'b'.repeat(2000) },
    ]);
    expect(xml).not.toContain('&gt;');
    expect(xml).not.toContain('a '.repeat(301));
    expect(xml).not.toContain('b'.repeat(501));
  });

  test('keep the items of a list apart', () => {
    const description = 'What a ledger is\nA small one';
    const [item] = read({ ...wholeEpisode, description }).items ?? [];
    expect(item?.description).toBe('What a ledger is · A small one');
  });

  test('whatever they are, the document is well-formed', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, text, text, text, (title, podcast, description, link) => {
        const episode = { ...wholeEpisode, title, podcast, description, link };
        return problemOf(feedXml({ ...head, title, description }, [episode])) === null;
      }),
      { numRuns: fuzzRuns(200) },
    );
  });
});
