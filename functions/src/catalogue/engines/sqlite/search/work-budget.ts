import { AppError } from '../../../../platform/app-error.ts';
import { type Priced, readCost } from './read-cost.ts';
import type { SearchConnection } from './search-connections.ts';

/** A search's remaining budget; each statement is charged before it runs. */
export interface WorkBudget {
  /** Charges a required statement; throws 'upstream-timeout' above the budget. */
  spend(statement: Priced): Promise<void>;
  /** Charges an optional statement; false, without a charge, above the budget. */
  affords(statement: Priced): Promise<boolean>;
}

export function workBudget(
  connection: SearchConnection,
  most: number,
): WorkBudget & { left: () => number } {
  let left = most;
  async function affords(statement: Priced): Promise<boolean> {
    const cost = await readCost(connection, statement, left);
    if (cost > left) return false;
    left -= cost;
    return true;
  }
  return {
    left: () => left,
    affords,
    async spend(statement) {
      if (await affords(statement)) return;
      throw new AppError('upstream-timeout', 'The search would read too much of the index');
    },
  };
}

/** A budget for statements that have been charged in advance. */
export const UNLIMITED: WorkBudget = {
  spend: () => Promise.resolve(),
  affords: () => Promise.resolve(true),
};
