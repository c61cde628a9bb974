import { countWords } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Client, ClientSource } from '../../platform/clients/client.ts';
import type { RateDecision } from '../../platform/clients/count-call.ts';
import type { SearchClient } from './search-allowance.ts';

/** Words per unit; most searches have fewer. */
const WORDS_A_UNIT = 10;

/** The units that a search takes from the rate limit. */
export function searchCost(keywords: readonly string[]): number {
  return Math.max(1, Math.ceil(countWords(keywords.join(' ')) / WORDS_A_UNIT));
}

export interface SearchCall {
  /** The client's key in the fair queue: its address. */
  client: string;
  /**
   * Charges a search to the rate limit; a call without keywords costs one unit.
   * @param units By default what the keywords cost.
   */
  allow: (keywords: readonly string[], units?: number) => Promise<RateDecision>;
}

interface CallParts {
  clientOf: (request: ClientSource) => Client;
  /** Resolves when the shared count is connected; null if there is none. */
  ready: Promise<void> | null;
  allow: (client: SearchClient, units: number) => Promise<RateDecision>;
}

export function createSearchCalls({ clientOf, ready, allow }: CallParts) {
  return function callOf(request: ClientSource, uid: string | null = null): SearchCall {
    const client = clientOf(request);
    return {
      client: client.address,
      async allow(keywords, units = searchCost(keywords)) {
        await ready;
        return allow({ ...client, uid }, units);
      },
    };
  };
}

export function requireAllowed(decision: RateDecision): void {
  if (!decision.allowed) {
    throw new AppError('rate-limited', 'too many searches within a minute', decision);
  }
}
