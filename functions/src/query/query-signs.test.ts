import { expect, test } from 'vitest';
import { describeQuery } from './format-query.ts';
import { hasQuerySyntax } from './parse-query.ts';
import { normalizeQuery } from './normalize-query.ts';
import { QUOTES } from './query-signs.ts';

test.each([
  ['openai −crypto', 'openai -crypto'],
  ['openai －crypto', 'openai -crypto'],
  ['openai –crypto', 'openai -crypto'],
  ['openai ‑"our sponsor"', 'openai -"our sponsor"'],
  ['openai ＋funding', 'openai +funding'],
  ['title：openai', 'title:openai'],
  ['openai –show：「Hard Fork」', 'openai -show:"Hard Fork"'],
  ['SPOKEN：«sam altman»', 'spoken:"sam altman"'],
  ['« open ai » agents', '"open ai" agents'],
  ['crypto＊', 'crypto*'],
  ['「venture cap＊」', '"venture cap*"'],
  ['東京 －大阪', '東京 -大阪'],
])('reads %s as %s', (typed, plain) => {
  expect(describeQuery([typed])).toBe(describeQuery([plain]));
  expect(normalizeQuery([typed])).toBe(normalizeQuery([plain]));
  expect(hasQuerySyntax(typed)).toBe(true);
});

test.each(Array.from(QUOTES))('reads %s as a quotation mark', (quote) => {
  const typed = `-sponsor ${quote}open ai${quote} agents`;
  expect(normalizeQuery([typed])).toBe(normalizeQuery(['-sponsor "open ai" agents']));
});

test.each(['openai – crypto', 'jean–luc', 'openai − 5', 'the news：openai', 'a—b', 'Q&A', 'a & b'])(
  'reads no operator in %s',
  (typed) => {
    expect(hasQuerySyntax(typed)).toBe(false);
  },
);
