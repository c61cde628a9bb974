import type { Catalogue, CatalogueQuery } from '../catalogue/catalogue.ts';
import type { SearchResponse } from '../contract/index.ts';
import { didYouMean } from './did-you-mean.ts';
import { explainQuery } from './explain-query.ts';

/**
 * What a catalogue answers, with a sentence for the query where that is more than words, and where
 * nothing is found what was perhaps meant. Fails as `Catalogue.query` does.
 */
export async function answerQuery(
  catalogue: Pick<Catalogue, 'query'>,
  asked: CatalogueQuery,
  signal?: AbortSignal,
): Promise<SearchResponse> {
  const found = await catalogue.query(asked, signal);
  const answer = explainQuery(found, asked.keywords, asked.spoken);
  if (found.total > 0) return answer;
  const meant = await didYouMean((query) => catalogue.query(query, signal), asked);
  return meant === null ? answer : { ...answer, meant };
}
