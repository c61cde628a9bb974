import fc from 'fast-check';
import { episodeSchema, searchResponseSchema } from 'functions/contract';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sampleEpisode } from './episode/sample-episode.ts';
import { parseSearchAnswer } from './parse-search-answer.ts';

const answerSchema = z.union([searchResponseSchema, z.array(episodeSchema)]);

/** Whether this takes the body, and whether the contract does; undefined fields are not JSON. */
function verdicts(body: unknown) {
  const sent: unknown = JSON.parse(JSON.stringify(body ?? null));
  const taken = (() => {
    try {
      parseSearchAnswer(sent);
      return true;
    } catch {
      return false;
    }
  })();
  return { taken, allowed: answerSchema.safeParse(sent).success };
}

const value = fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, -1, 0.5, 7, 'listennotes', []));
const episode = fc
  .tuple(fc.constantFrom(...Object.keys(sampleEpisode()), 'audio'), value)
  .map(([name, changed]) => ({ ...sampleEpisode(), [name]: changed }));

describe('the answer to a search', () => {
  test('may be an object with the list, or the list itself', () => {
    const episodes = [sampleEpisode()];
    expect(parseSearchAnswer({ episodes, total: 7, source: 'listennotes' })).toEqual({
      episodes,
      total: 7,
      source: 'listennotes',
    });
    expect(parseSearchAnswer(episodes)).toEqual({ episodes, total: 1 });
  });

  test('is taken where the contract allows it, and nowhere else', () => {
    const list = fc.array(fc.oneof(fc.constant(sampleEpisode()), episode), { maxLength: 3 });
    const body = fc.oneof(
      list,
      fc.record({ episodes: fc.oneof(list, value), total: fc.oneof(fc.nat(), value) }),
      fc.record({ episodes: list, total: fc.nat(), source: value }),
      fc.jsonValue(),
    );
    let taken = 0;
    fc.assert(
      fc.property(body, (made) => {
        const verdict = verdicts(made);
        taken += Number(verdict.taken);
        expect(verdict.taken).toBe(verdict.allowed);
      }),
      { numRuns: 3000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  test('holds at most as many episodes as the contract says', () => {
    const answer = (length: number) => ({
      episodes: Array.from({ length }, () => sampleEpisode()),
      total: length,
    });
    expect(verdicts(answer(100))).toEqual({ taken: true, allowed: true });
    expect(verdicts(answer(101))).toEqual({ taken: false, allowed: false });
  });
});
