import { AppError } from '../../platform/app-error.ts';
import type { Caller, CallerSource } from '../../platform/callers/caller.ts';
import type { RateDecision } from '../../platform/callers/count-call.ts';
import type { SearchCaller } from './search-allowance.ts';
import { searchCost } from './search-cost.ts';

/** A call of a function that searches. */
export interface SearchCall {
  /** The address whose searches take turns. */
  caller: string;
  /** Counts a search for these keywords as the caller's, or says how long to wait; without any, the lightest. */
  allow: (keywords: readonly string[]) => Promise<RateDecision>;
}

interface CallParts {
  callerOf: (request: CallerSource) => Caller;
  /** Resolves when calls can be counted; null where they always can. */
  ready: Promise<void> | null;
  allow: (caller: SearchCaller, units: number) => Promise<RateDecision>;
}

/** What the functions that search begin with: who calls, and what the search costs of their allowance. */
export function createSearchCalls({ callerOf, ready, allow }: CallParts) {
  /** @param uid Who is signed in, if the token proves it. */
  return function callOf(request: CallerSource, uid: string | null = null): SearchCall {
    const caller = callerOf(request);
    return {
      caller: caller.address,
      async allow(keywords) {
        await ready;
        return allow({ ...caller, uid }, searchCost(keywords));
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
