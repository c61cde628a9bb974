import { AppError } from '../../../../platform/app-error.ts';
import { readCost } from './read-cost.ts';
import type { FoundStatement } from './found-statement.ts';
import type { SearchConnection } from './search-connections.ts';

type Priced = Pick<FoundStatement, 'lookups'> & Partial<Pick<FoundStatement, 'checks'>>;

/** What a search may still read: each of its statements is charged before it is run. */
export interface WorkBudget {
  /** Charges a statement that the search cannot do without; throws 'upstream-timeout' if it costs too much. */
  spend(statement: Priced): Promise<void>;
  /** Charges a statement if what is left suffices for it; says whether it does. */
  affords(statement: Priced): Promise<boolean>;
}

/** @param most Entries of the index, as `readCost` counts them. */
export function workBudget(connection: SearchConnection, most: number): WorkBudget {
  let left = most;
  async function affords(statement: Priced): Promise<boolean> {
    const cost = await readCost(connection, statement, left);
    if (cost > left) return false;
    left -= cost;
    return true;
  }
  return {
    affords,
    async spend(statement) {
      if (await affords(statement)) return;
      throw new AppError('upstream-timeout', 'The search would read too much of the index');
    },
  };
}
