import type { ShardLayout } from './shard-layout.ts';
import type { ShardState } from './shard-state.ts';

/**
 * How far runs have come. Each of the `change…` methods is one transaction: when what it read has
 * changed before it writes, it reads again and asks again, so a decision must have no effects of its
 * own.
 */
export interface RunStore {
  layout(): Promise<ShardLayout>;
  changeLayout(decide: (before: ShardLayout) => ShardLayout): Promise<ShardLayout>;
  /**
   * Changes the layout together with what its shards have come to.
   * @param decide Is given the state of every shard of the layout before, null of one that never ran.
   */
  replaceLayout(
    decide: (before: ShardLayout, states: readonly (ShardState | null)[]) => ShardLayout,
  ): Promise<ShardLayout>;
  /** The state of these shards of a layout, null of one that never ran. */
  states(epoch: number, shards: readonly number[]): Promise<(ShardState | null)[]>;
  changeState(
    epoch: number,
    shard: number,
    decide: (before: ShardState | null) => ShardState,
  ): Promise<ShardState>;
}
