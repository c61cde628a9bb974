import { expect, test } from 'vitest';
import { type Refusal, refusalOf } from './refusal-of.ts';

test.each<[Refusal, number[]]>([
  ['content', [400, 403, 413, 422]],
  ['address', [301, 307, 401, 402, 404, 405, 409, 410, 415, 451]],
  ['moment', [408, 425, 429, 500, 502, 503, 504, 521, 599]],
])('a receiver refuses the %s with %j', (refusal, statuses) => {
  expect(statuses.map(refusalOf)).toEqual(statuses.map(() => refusal));
});
