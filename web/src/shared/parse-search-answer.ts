import { episodeSchema, type SearchResponse, searchResponseSchema } from 'functions/contract';
import * as z from 'zod/mini';

/** Backends may answer with the list itself instead of an object that holds it. */
const answerSchema = z.union([searchResponseSchema, z.array(episodeSchema)]);

/** The body of a backend's answer to a search. Throws when it is none. */
export function parseSearchAnswer(body: unknown): SearchResponse {
  const answer = answerSchema.parse(body);
  return Array.isArray(answer) ? { episodes: answer, total: answer.length } : answer;
}
