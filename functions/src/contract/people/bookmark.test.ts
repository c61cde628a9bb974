import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookmarkSchema, newBookmarkSchema, toBookmark } from './bookmark.ts';
import { wholeEpisode as episode } from '../fixtures/whole-episode.ts';

describe('the bookmark of an episode', () => {
  test('toBookmark copies the fields of the episode and uses the link as the key', () => {
    expect(toBookmark(episode)).toEqual({
      episodeId: 'https://podcast.example/episodes/1',
      title: 'Ledgers',
      link: 'https://podcast.example/episodes/1',
      podcast: 'Small Bets',
      publisher: 'Ada',
      image: 'https://podcast.example/cover.png',
      description: 'About >>>ledgers<<<.',
      pub_date_ms: 1_790_000_000_000,
      audio: 'https://podcast.example/1.mp3',
      duration_s: 2880,
    });
  });

  test.each([
    ['no audio and no duration', {}],
    ['audio that is no http(s) address', { audio: 'data:audio/mpeg;base64,AA', duration_s: 0 }],
    [
      'audio with a long address',
      { audio: `https://a.example/${'a'.repeat(2048)}`, duration_s: 0.4 },
    ],
    ['a duration of days', { audio: '', duration_s: 172_801 }],
  ])('toBookmark leaves out audio and duration of an episode with %s', (_name, change) => {
    const { audio: _audio, duration_s: _duration, ...silent } = episode;
    const bookmark = toBookmark({ ...silent, ...change });
    expect(bookmark).not.toHaveProperty('audio');
    expect(bookmark).not.toHaveProperty('duration_s');
  });

  test('toBookmark truncates long texts', () => {
    const bookmark = toBookmark({
      ...episode,
      title: 't'.repeat(501),
      podcast: 'p'.repeat(301),
      publisher: '🎙'.repeat(151),
      description: 'd'.repeat(2001),
    });
    expect(bookmark).toMatchObject({
      title: 't'.repeat(500),
      podcast: 'p'.repeat(300),
      publisher: '🎙'.repeat(150),
      description: 'd'.repeat(2000),
    });
  });

  test.each([
    ['drops a highlight that the cut would split', `${'d'.repeat(1990)}>>>ledgers<<<`, 1990],
    ['drops half a closing marker with its highlight', `${'d'.repeat(1992)}>>>led<<<x`, 1992],
    ['drops half an opening marker', `${'d'.repeat(1998)}>>>ledgers<<<`, 1998],
    ['keeps a highlight that ends at the limit', `${'d'.repeat(1991)}>>>led<<<x`, 2000],
  ])('%s', (_name, description, length) => {
    expect(toBookmark({ ...episode, description })?.description).toBe(description.slice(0, length));
  });

  test('toBookmark drops a cover whose address is too long or not http(s)', () => {
    for (const image of ['data:image/png;base64,AA', `https://a.example/${'a'.repeat(2048)}`]) {
      expect(toBookmark({ ...episode, image })?.image).toBe('');
    }
  });

  test('the link’s host replaces an empty title and podcast', () => {
    const bookmark = toBookmark({ ...episode, title: '', podcast: '' });
    expect(bookmark).toMatchObject({ title: 'podcast.example', podcast: 'podcast.example' });
  });

  test.each(['', 'javascript:alert(1)', 'https://', `https://a.example/${'a'.repeat(2048)}`])(
    'title and podcast replace an invalid link as the key (case %#)',
    (link) => {
      const bookmark = toBookmark({ ...episode, link });
      expect(bookmark).toMatchObject({ episodeId: 'ledgers-small-bets', link: '' });
      expect(newBookmarkSchema.parse(bookmark)).toEqual(bookmark);
    },
  );

  test('the title replaces the podcast of an episode without a link', () => {
    expect(toBookmark({ ...episode, link: '', podcast: '' })).toMatchObject({
      episodeId: 'ledgers-',
      podcast: 'Ledgers',
    });
  });

  test.each(['', ' \n'])('refuses a bookmark without a link and a title (%j)', (title) => {
    expect(toBookmark({ ...episode, link: '', title })).toBeNull();
  });

  test('an unknown date becomes 0', () => {
    expect(toBookmark({ ...episode, pub_date_ms: null })?.pub_date_ms).toBe(0);
  });

  test('toBookmark returns a valid bookmark for arbitrary texts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 3000, size: 'max' });
    const marked = fc.array(fc.constantFrom('>>>', '<<<', '>', '<', 'word ', '🎙'), {
      maxLength: 1500,
      size: 'max',
    });
    const odd = fc.record({
      title: text.map((title) => `t${title}`),
      link: fc.oneof(text, fc.webUrl(), fc.constant('')),
      podcast: text,
      publisher: text,
      image: fc.oneof(text, fc.webUrl()),
      description: fc.oneof(
        text,
        marked.map((parts) => parts.join('')),
      ),
      pub_date_ms: fc.double({ noNaN: true, noDefaultInfinity: true }),
      audio: fc.oneof(text, fc.webUrl()),
      duration_s: fc.oneof(fc.integer(), fc.double()),
    });
    fc.assert(
      fc.property(odd, (fields) => {
        const bookmark = toBookmark({ ...episode, ...fields });
        expect(newBookmarkSchema.safeParse(bookmark).error).toBeUndefined();
      }),
    );
  });
});

describe('a stored bookmark', () => {
  const bookmark = toBookmark(episode);

  test.each([
    ['episodeId', 2600],
    ['title', 500],
    ['podcast', 300],
    ['publisher', 300],
    ['description', 2000],
  ])('limits %s to %i characters', (field, limit) => {
    const withLength = (length: number) =>
      newBookmarkSchema.safeParse({ ...bookmark, [field]: 'x'.repeat(length) }).success;
    expect(withLength(limit)).toBe(true);
    expect(withLength(limit + 1)).toBe(false);
    expect(withLength(0)).toBe(['publisher', 'description'].includes(field));
  });

  test.each(['link', 'image'])(
    'accepts an http(s) address of at most 2048 characters, or none, as %s',
    (field) => {
      const start = 'https://a.example/';
      const withAddress = (address: string) =>
        newBookmarkSchema.safeParse({ ...bookmark, [field]: address }).success;
      expect(withAddress(start.padEnd(2048, 'a'))).toBe(true);
      expect(withAddress('http://a.example')).toBe(true);
      expect(withAddress(start.padEnd(2049, 'a'))).toBe(false);
      expect(withAddress('ftp://a.example')).toBe(false);
      expect(withAddress('')).toBe(true);
    },
  );

  test('accepts old bookmarks without audio and duration', () => {
    const { audio: _audio, duration_s: _duration, ...old } = toBookmark(episode)!;
    expect(newBookmarkSchema.safeParse(old).success).toBe(true);
    const stored = { ...old, id: '000', createdAtMs: 1 };
    expect(bookmarkSchema.parse(stored)).toEqual(stored);
  });

  test.each([
    ['audio', ['https://a.example/1.mp3'], ['', 'ftp://a.example/1.mp3', 7, null]],
    ['duration_s', [1, 172_800], [0, -1, 1.5, 172_801, '60', null]],
  ])('accepts %s within its limits', (field, accepted, refused) => {
    const accepts = (value: unknown) =>
      newBookmarkSchema.safeParse({ ...bookmark, [field]: value }).success;
    expect(accepted.filter(accepts)).toEqual(accepted);
    expect(refused.filter(accepts)).toEqual([]);
  });

  test.each([-1, NaN, Infinity, 8.64e15 + 1, '0', null])('rejects the date %s', (date) => {
    expect(newBookmarkSchema.safeParse({ ...bookmark, pub_date_ms: date }).success).toBe(false);
    for (const accepted of [0, 8.64e15]) {
      const stored = { ...bookmark, pub_date_ms: accepted };
      expect(newBookmarkSchema.safeParse(stored).success).toBe(true);
    }
  });
});
