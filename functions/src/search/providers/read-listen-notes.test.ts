import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../test-runs.ts';
import { splitHighlights } from '../../contract/index.ts';
import { readListenNotes } from './read-listen-notes.ts';

/** A result as the API documents it, with the given fields. */
function result(fields: object = {}) {
  return {
    id: 'ep1',
    title_original: 'Star Wars &amp; more',
    title_highlighted: '<span class="ln-search-highlight">Star Wars</span> &amp; more',
    description_original: 'All about Star Wars',
    description_highlighted:
      '<p>All about <span class="ln-search-highlight">Star Wars</span></p><p>and more</p>',
    link: 'https://show.example/1',
    listennotes_url: 'https://www.listennotes.com/e/ep1/',
    audio: 'https://www.listennotes.com/e/p/ep1/',
    image: 'https://cdn.example/cover.jpg',
    pub_date_ms: 1_700_000_000_000,
    audio_length_sec: 2880,
    podcast: { id: 'p', title_original: 'The Show', publisher_original: 'The Publisher' },
    ...fields,
  };
}

const page = (results: unknown[], fields: object = {}) => ({
  took: 0.1,
  count: results.length,
  total: 45,
  next_offset: 10,
  results,
  ...fields,
});

function described(html: string): string {
  const read = readListenNotes(page([result({ description_highlighted: html })]), 0);
  return read.episodes[0]!.episode.description;
}

describe('an answer of Listen Notes', () => {
  test('becomes episodes with the specification’s markers and no markup', () => {
    expect(readListenNotes(page([result()]), 0)).toEqual({
      total: 45,
      nextOffset: 10,
      episodes: [
        {
          id: 'ep1',
          wholeDescription: expect.any(Function) as () => string,
          episode: {
            title: 'Star Wars & more',
            link: 'https://show.example/1',
            podcast: 'The Show',
            publisher: 'The Publisher',
            image: 'https://cdn.example/cover.jpg',
            description: 'All about >>>Star Wars<<<\nand more',
            audio: 'https://www.listennotes.com/e/p/ep1/',
            pub_date_ms: 1_700_000_000_000,
            duration_s: 2880,
          },
        },
      ],
    });
  });

  test('falls back to its own page, then the audio, where an episode has no link', () => {
    const linkOf = (fields: object) =>
      readListenNotes(page([result({ link: null, ...fields })]), 0).episodes[0]!.episode.link;
    expect(linkOf({})).toBe('https://www.listennotes.com/e/ep1/');
    expect(linkOf({ listennotes_url: 'javascript:alert(1)' })).toContain('/e/p/ep1/');
  });

  test.each([undefined, null, 0, -1, '48:00', 1e9])(
    'gives no duration where Listen Notes says %j',
    (audio_length_sec) => {
      const { episodes } = readListenNotes(page([result({ audio_length_sec })]), 0);
      expect(episodes[0]?.episode).not.toHaveProperty('duration_s');
    },
  );

  test('is the last page when nothing, nothing further or nothing new is announced', () => {
    const nextOf = (answer: object) => readListenNotes(answer, 10).nextOffset;
    expect(nextOf(page([result()], { next_offset: 20 }))).toBe(20);
    expect(nextOf(page([], { next_offset: 20 }))).toBeNull();
    expect(nextOf(page([result()], { next_offset: 10 }))).toBeNull();
    expect(nextOf(page([result()], { next_offset: 45 }))).toBeNull();
  });

  test('leaves out results that are none, and is refused when no result is one', () => {
    expect(readListenNotes(page([{ id: 'x' }, result()]), 0).episodes).toHaveLength(1);
    for (const answer of [
      page([{ id: 'x' }]),
      { error: 'no' },
      [],
      null,
      page([], { total: 'x' }),
    ]) {
      expect(() => readListenNotes(answer, 0)).toThrow(
        expect.objectContaining({ code: 'upstream-failed' }) as Error,
      );
    }
  });
});

describe('a description', () => {
  test.each([
    [
      'several matches',
      '<span class="ln-search-highlight">a</span>b <span class="ln-search-highlight">c</span>',
      '>>>a<<<b >>>c<<<',
    ],
    ['an empty match', 'a <span class="ln-search-highlight"><b></b></span>b', 'a b'],
    ['a match behind half a tag', '&#x<<span class="ln-search-highlight">a</span>', '&#x<>>>a<<<'],
    ['other spans', '<span class="x">a</span> b', 'a b'],
    ['markup inside a match', '<span class="ln-search-highlight"><b>a</b> c</span>', '>>>a c<<<'],
    ['forged markers', '>>>forged<<< &gt;&gt;&gt;too&lt;&lt;&lt;', '>>forged<< >>too<<'],
    ['scripts', 'a<script>alert(1)</script> b', 'a b'],
    ['encoded markup', '&lt;img src=x onerror=alert(1)&gt; a', 'a'],
  ])('with %s', (_name, html, expected) => {
    expect(described(html)).toBe(expected);
  });

  test('shows the neighbourhood of its first match', () => {
    const far = `${'Some words before. '.repeat(300)}<span class="ln-search-highlight">here</span>`;
    expect(described(far)).toMatch(/^….{1,80}>>>here<<<$/s);
  });

  test('highlights nothing that Listen Notes did not, whatever it holds', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '>>>',
        '<<<',
        '&gt;',
        '&#x',
        '<',
        'span',
        '<span class="ln-search-highlight">',
        '</span>',
        '<p>',
        '\u{fdd0}',
        '\u{fdd1}',
        '&#xfdd0;',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const html = pieces.join('');
        const matches = html.match(/<span class="ln-search-highlight">[\s\S]*?<\/span>/g) ?? [];
        const text = described(html);
        const parts = splitHighlights(text);
        const shown = parts.filter((part) => part.highlighted);
        expect(shown.length).toBeLessThanOrEqual(matches.length);
        // Angle brackets may be plain text ("a < b"); the page escapes them.
        for (const part of parts) expect(part.text).not.toMatch(/\p{Co}/u);
      }),
      { numRuns: fuzzRuns(500) },
    );
  });
});
