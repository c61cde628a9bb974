import { AppError } from '../../platform/app-error.ts';
import type { Client, ClientSource } from '../../platform/clients/client.ts';
import type { RateDecision } from '../../platform/clients/count-call.ts';
import type { SearchClient } from './search-allowance.ts';
import { searchCost } from './search-cost.ts';

/** A call of a function that searches. */
export interface SearchCall {
  /** The address whose searches take turns. */
  client: string;
  /** Counts a search for these keywords as the client's, or says how long to wait; without any, the lightest. */
  allow: (keywords: readonly string[]) => Promise<RateDecision>;
}

interface CallParts {
  clientOf: (request: ClientSource) => Client;
  /** Resolves when calls can be counted; null where they always can. */
  ready: Promise<void> | null;
  allow: (client: SearchClient, units: number) => Promise<RateDecision>;
}

/** What the functions that search begin with: who calls, and what the search costs of their allowance. */
export function createSearchCalls({ clientOf, ready, allow }: CallParts) {
  /** @param uid Who is signed in, if the token proves it. */
  return function callOf(request: ClientSource, uid: string | null = null): SearchCall {
    const client = clientOf(request);
    return {
      client: client.address,
      async allow(keywords) {
        await ready;
        return allow({ ...client, uid }, searchCost(keywords));
      },
    };
  };
}

/** Fails with 'rate-limited' where a search may not be made now. */
export function requireAllowed(decision: RateDecision): void {
  if (!decision.allowed) {
    throw new AppError('rate-limited', 'too many searches within a minute', decision);
  }
}
