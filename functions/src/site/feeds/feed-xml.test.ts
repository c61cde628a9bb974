import fc from 'fast-check';
import { parseRssFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
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

describe('the feed', () => {
  test('states its title, its page and the date of its newest episode', () => {
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

  test('contains each episode’s link, show, date and text', () => {
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

  test('writes a valid feed without episodes, which has no date', () => {
    const xml = feedXml(head, []);
    expect(problemOf(xml)).toBeNull();
    expect(xml).not.toContain('lastBuildDate');
    expect(parseRssFeed(xml).items ?? []).toEqual([]);
  });

  test('writes the same bytes for the same episodes', () => {
    expect(feedXml(head, [wholeEpisode])).toBe(feedXml({ ...head }, [{ ...wholeEpisode }]));
  });

  test('omits unknown facts of an episode', () => {
    const { audio: _, duration_s: __, strength: ___, showId: ____, ...known } = wholeEpisode;
    const silent = { ...known, image: '' };
    const xml = feedXml(head, [{ ...silent, link: '', pub_date_ms: null }]);
    expect(elements(xml).slice(elements(xml).indexOf('item'))).toEqual([
      'item',
      'title',
      'guid',
      'dc:creator',
      'description',
    ]);
  });

  test('states the strength of a match in its own namespace', () => {
    const xml = feedXml(head, [wholeEpisode]);
    expect(xml).toContain('xmlns:earshot="urn:earshot:feed"');
    expect(xml).toContain('<earshot:strength>about</earshot:strength>');
  });

  test('links only to http(s) addresses', () => {
    const { showId: _, ...ofFollowers } = wholeEpisode;
    for (const link of ['javascript:alert(1)', 'data:text/html,x', '/here', 'ftp://a.example/']) {
      expect(read({ ...ofFollowers, link }).items?.[0]?.link).toBeUndefined();
    }
    const odd = read({ ...wholeEpisode, link: 'https://a.example/?a=1&b="<\u0001>' }).items?.[0];
    expect(odd?.link).toBe('https://a.example/?a=1&b=%22%3C%01%3E');
  });

  test('links to the episode’s page on the site if the publisher has none', () => {
    const { showId, id } = wholeEpisode;
    const unlinked = { ...wholeEpisode, link: '', pub_date_ms: Date.UTC(2026, 10, 26) };
    expect(read(unlinked).items?.[0]).toMatchObject({
      link: `https://earshot.example/episode/${showId}/${id}`,
      guid: { value: id },
    });
  });
});

describe('for podcast apps', () => {
  const enclosures = (audio: string) => read({ ...wholeEpisode, audio }).items?.[0]?.enclosures;

  test.each([
    ['https://a.example/1.m4a?x=1', 'audio/mp4'],
    ['https://a.example/1.ogg', 'audio/ogg'],
    ['https://a.example/play/1', 'audio/mpeg'],
  ])('encloses the publisher’s own file %s with the type %s', (url, type) => {
    expect(enclosures(url)).toEqual([{ url, length: 0, type }]);
  });

  test('encloses nothing without a web address', () => {
    expect(enclosures('javascript:alert(1)')).toBeUndefined();
  });

  test('asks directories not to list it, because a topic is nobody’s show', () => {
    expect(read(wholeEpisode)).toMatchObject({ itunes: { block: true } });
  });

  test('has a picture, an author and an explicit flag, and each episode its cover and length', () => {
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

describe('the guid of an episode', () => {
  const guidOf = (episode: Episode) => read(episode).items?.[0]?.guid?.value;

  const NOVEMBER = Date.UTC(2026, 10, 25);
  const from = (pubDateMs: number, id = wholeEpisode.id): Episode => ({
    ...wholeEpisode,
    id,
    pub_date_ms: pubDateMs,
  });

  test('uses the item id as guid, whatever the date and the link', () => {
    const moved = { ...from(NOVEMBER + 1000), link: 'https://podcast.example/new' };
    expect([guidOf(from(NOVEMBER)), guidOf(moved)]).toEqual([wholeEpisode.id, wholeEpisode.id]);
    const backend: Episode = { ...from(NOVEMBER), title: 'Of a backend without ids' };
    delete backend.id;
    expect(guidOf(backend)).toMatch(/^[0-9a-f]{32}$/);
    expect(guidOf({ ...backend, pub_date_ms: NOVEMBER + 1000 })).toBe(guidOf(backend));
    expect(guidOf({ ...backend, title: 'Another' })).not.toBe(guidOf(backend));
  });

  test('keeps the former guid of older episodes, unless two share it', () => {
    // The guid that this episode had in November 2026. It must never change.
    expect(guidOf(wholeEpisode)).toBe('30ffec75581d2e366fa1e2aeb2156552');
    const [one, other] = ['a', 'b'].map((digit) => from(NOVEMBER - 1000, digit.repeat(32)));
    const guids = (read(one!, other!, wholeEpisode).items ?? []).map(({ guid }) => guid?.value);
    expect(guids).toEqual([one!.id, other!.id, guidOf(wholeEpisode)]);
  });

  test('keeps the guid when the title, show or text is corrected', () => {
    const corrected = { ...wholeEpisode, title: 'Ledger', podcast: 'Bets', description: 'New' };
    expect(guidOf(corrected)).toBe(guidOf(wholeEpisode));
  });

  test('distinguishes the episodes of a show that links all of them to one page', () => {
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

  test.each(HOSTILE)('stays well-formed and adds no element for %j', (text) => {
    const episode = { ...wholeEpisode, title: text, podcast: text, description: text };
    const xml = feedXml({ ...head, title: text, description: text }, [episode]);
    expect(problemOf(xml)).toBeNull();
    expect(elements(xml)).toEqual(elements(feedXml(head, [wholeEpisode])));
  });

  test('escapes texts as text in titles and as HTML in descriptions', () => {
    const text = 'Is <b> bold & "sure"?';
    const xml = feedXml(head, [{ ...wholeEpisode, title: text, description: text }]);
    const texts: string[] = [];
    const parser = new SaxesParser();
    parser.on('text', (written) => texts.push(written));
    parser.write(xml).close();
    expect(texts).toContain('Is <b> bold & "sure"?');
    expect(texts).toContain('Is &lt;b&gt; bold &amp; "sure"?');
  });

  test('removes highlight markers and cuts long texts', () => {
    const xml = feedXml(head, [
      { ...wholeEpisode, description: `${'a '.repeat(500)} >>>match<<<`, title: 'b'.repeat(2000) },
    ]);
    expect(xml).not.toContain('&gt;');
    expect(xml).not.toContain('a '.repeat(301));
    expect(xml).not.toContain('b'.repeat(501));
  });

  test('separates the items of a list', () => {
    const description = 'What a ledger is\nA small one';
    const [item] = read({ ...wholeEpisode, description }).items ?? [];
    expect(item?.description).toBe('What a ledger is · A small one');
  });

  test('writes well-formed documents for any text', () => {
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
