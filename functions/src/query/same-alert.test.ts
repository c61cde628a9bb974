import { expect, test } from 'vitest';
import { isSameKeyword } from './same-alert.ts';

test.each([
  [' OpenAI', 'openai ', true],
  ['open source', 'OPEN  source', true],
  ['Beyoncé', 'beyonce', true],
  ['openai', 'open ai', false],
  // Of a query the signs count: these mean something else.
  ['openai -sponsor', 'openai sponsor', false],
  ['title:openai', 'title openai', false],
  ['openai -sponsor', 'OpenAI -Sponsor', true],
  ['!!!', '???', false],
])('%j and %j are the same keyword: %j', (one, other, isSame) => {
  expect(isSameKeyword(one, other)).toBe(isSame);
  expect(isSameKeyword(other, one)).toBe(isSame);
});
