import { expect, test } from 'vitest';
import { isSameKeyword } from './same-alert.ts';

test.each([
  [' OpenAI', 'openai ', true],
  ['open source', 'OPEN  source', true],
  ['Beyoncé', 'beyonce', true],
  ['openai', 'open ai', false],
  ['OpenAI', 'open ai', false],
  [' OpenAI  news', 'openai news', true],
  ['髙橋', '高橋', true],
  ['२०२७', '2027', true],
  ['x.ai', 'xai', true],
  // Signs change the meaning of a query.
  ['openai -sponsor', 'openai sponsor', false],
  ['title:openai', 'title openai', false],
  ['openai -sponsor', 'OpenAI -Sponsor', true],
  ['!!!', '???', false],
])('isSameKeyword(%j, %j) is %j', (one, other, isSame) => {
  expect(isSameKeyword(one, other)).toBe(isSame);
  expect(isSameKeyword(other, one)).toBe(isSame);
});
