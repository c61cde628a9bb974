import { describe, expect, it } from 'vitest';
import { queryExpression } from './fts-expression.ts';
import { planQuery } from './plan-query.ts';
import { feedItem, NOW, readingOf } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import { storeFeed } from '../catalogue/store/store-feed.ts';

const LONG = `${'word '.repeat(39)}ending`.slice(0, 200);

const FOUND: [keyword: string, text: string][] = [
  // case
  ['openai', 'News from OpenAI today'],
  ['OPENAI', 'news from openai today'],
  // accents, composed and decomposed, in keyword and text
  ['Tobi Lutke', 'a talk with Tobi Lütke'],
  ['Tobi Lütke', 'a talk with Tobi Lutke'],
  ['Lu\u0308tke', 'a talk with Tobi L\u00FCtke'],
  ['L\u00FCtke', 'a talk with Tobi Lu\u0308tke'],
  ['São Paulo', 'live from SAO PAULO'],
  ['й', 'буква и\u0306'],
  // phrases across punctuation and line ends
  ['sam altman', 'Sam, Altman & co'],
  ['sam altman', 'here is Sam\nAltman'],
  ['sam altman', 'Sam-Altman'],
  ['sam\n  altman', 'Sam Altman'],
  ['state-of-the-art', 'the state of the art'],
  // common words
  ['of the', 'the end of the world'],
  ['to be or not to be', 'to be, or not to be: that is the question'],
  ['is the question', 'to be, or not to be: that is the question'],
  ['end of the world', 'at the end of the world'],
  ['the the', 'a band called The The'],
  // possessives, straight and curly
  ['altman', "Altman's plan"],
  ['altman', 'Altman’s plan'],
  ["altman's", 'Altman’s plan'],
  // short names and names with symbols
  ['C++', 'modern C++ at scale'],
  ['a16z', 'backed by a16z.'],
  ['U.S.', 'the U.S. market'],
  ['u s', 'the U.S. market'],
  ['3.5', 'GPT 3.5 turbo'],
  // Scripts without upper and lower case: only spaces and punctuation end a word.
  ['人工知能', '今日は人工知能の話'],
  ['人工', '人工知能'],
  ['能', '人工知能'],
  ['인공지능', '오늘 인공지능 이야기'],
  ['हिन्दी', 'आज हिन्दी में'],
  // emoji beside words
  ['AI', '🤖AI news'],
  ['AI🚀', 'AI news'],
  // syntax of FTS5 is plain text
  ['"sam altman"', 'Sam Altman'],
  ['sam"altman', 'Sam Altman'],
  ['open*', 'an open mind'],
  ['open*', 'OpenAI'],
  ['NEAR', 'so near'],
  ['NEAR(sam altman, 5)', 'near Sam Altman 5'],
  ['sam OR altman', 'Sam or Altman'],
  ['sam OR altman', 'only Sam here'],
  ['sam AND altman', 'Sam and Altman'],
  ['NOT', 'to be or not'],
  ['sam not altman', 'Sam, not Altman'],
  ['e-mail', 'by e-mail'],
  ['- altman', 'Altman'],
  ['^altman', 'not at the start: Altman'],
  ['title: altman', 'the title: Altman'],
  ['{title description} : altman', 'title description Altman'],
  ['sam + altman', 'Sam Altman'],
  ['(sam', 'Sam'],
  ['al\0tman', 'al tman'],
  ["'; DROP TABLE episodes; --", 'drop table episodes'],
  [LONG, `before ${LONG} after`],
];

const NOT_FOUND: [keyword: string, text: string][] = [
  // whole words only, in their order, side by side
  ['open', 'OpenAI'],
  ['op*', 'OpenAI'],
  ['altman', 'Altmann'],
  ['sam altman', 'Altman, Sam'],
  ['sam altman', 'Sam H. Altman'],
  ['of the', 'the of'],
  ['to be or not to be', 'to be or to be not to be'],
  ['the end of the', 'the end of a the'],
  ['sam or altman', 'only Sam here'],
  ['NEAR(sam altman)', 'Sam Altman'],
  ['и', 'й'],
  ['人能', '人工知能'],
  ['C++', 'why C is dead'],
  ['C', 'modern C++ at scale'],
  [LONG, LONG.slice(0, -3)],
  // keywords without tokens
  ['"', 'say "hello"'],
  ['-altman', 'Altman'],
  ['*', 'anything * at all'],
  ['😀', 'happy 😀 day'],
  ['🤖', 'happy 🤖 day'],
  ['+++', 'C+++'],
  ['\u0301', 'cafe\u0301'],
];

describe.each(ENGINES)('a keyword in a catalogue of $engine', ({ open }) => {
  /** Returns the pairs whose keyword matches the text. */
  async function findings(pairs: readonly (readonly [string, string])[]) {
    const { catalogue } = await open();
    const items = pairs.map(([, description], index) =>
      feedItem({ title: `text${index}`, description }),
    );
    await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
    const found: (readonly [string, string])[] = [];
    for (const [index, pair] of pairs.entries()) {
      const answer = await catalogue.query({ keywords: [pair[0]], limit: 100, totalLimit: 100 });
      if (answer.episodes.some(({ title }) => title === `text${index}`)) found.push(pair);
    }
    return found;
  }

  async function finds(description: string, keywords: string[]): Promise<boolean> {
    const { catalogue } = await open();
    const reading = readingOf([feedItem({ description })]);
    await catalogue.write(() => storeFeed('https://show.example/feed', reading, NOW));
    return (await catalogue.query({ keywords, limit: 10, totalLimit: 10 })).total === 1;
  }

  it('finds texts that contain the keyword', async () => {
    expect(await findings(FOUND)).toEqual(FOUND);
  });

  it('skips texts without the keyword', async () => {
    expect(await findings(NOT_FOUND)).toEqual([]);
  });

  it('searches title, podcast, publisher and description, but not across them', async () => {
    const { catalogue } = await open();
    const item = feedItem({ title: 'alpha', description: 'delta' });
    const reading = readingOf([item], { title: 'beta', publisher: 'gamma' });
    await catalogue.write(() => storeFeed('https://show.example/feed', reading, NOW));
    const total = async (keyword: string) =>
      (await catalogue.query({ keywords: [keyword], limit: 10, totalLimit: 10 })).total;
    const found = await Promise.all(['alpha', 'beta', 'gamma', 'delta'].map(total));
    expect(found).toEqual([1, 1, 1, 1]);
    for (const phrase of ['alpha beta', 'beta gamma', 'gamma delta', 'gamma alpha']) {
      expect([phrase, await total(phrase)]).toEqual([phrase, 0]);
    }
  });

  it('matches if any of twenty keywords matches', async () => {
    const twenty = Array.from({ length: 19 }, (_, index) => `nothing ${index}`);
    expect(await finds('about chips', [...twenty, 'CHIPS'])).toBe(true);
    expect(await finds('about chips', [...twenty, 'fish'])).toBe(false);
  });

  it('ignores keywords without tokens', async () => {
    expect(await finds('about chips', ['"', '🤖', '', 'chips'])).toBe(true);
  });
});

describe('the expression', () => {
  const expressionOf = (...keywords: string[]) => {
    const plan = planQuery(keywords);
    return plan === null ? null : queryExpression(plan);
  };

  it('contains each phrase once', () => {
    expect(expressionOf('Sam Altman', 'sam  altman', 'AI', '!')).toBe(
      '(("sam altman" OR "sam·altman") OR "ai")',
    );
    expect(expressionOf('AI')).toBe('"ai"');
  });

  it('returns no plan if nothing can match', () => {
    expect([expressionOf('!', '🤖'), expressionOf('-ai'), expressionOf()]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('combines required, alternative and excluded terms with their fields', () => {
    expect(expressionOf('a -show:"e f"')).toBe('"a"');
    expect(expressionOf('a OR b AND c', '+title:d', '-show:e-f -show:"e"', '-gee*')).toBe(
      '(title : "d" AND ("a" OR ("b" AND "c"))) NOT (podcast : ("e f" OR "ef") OR "gee" *)',
    );
  });
});
