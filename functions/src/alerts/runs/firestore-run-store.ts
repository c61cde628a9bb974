import type { Firestore } from 'firebase-admin/firestore';
import type { Operations } from '../outbox/outbox-store.ts';
import { layoutFields, readLayout, readState, stateFields } from './run-documents.ts';
import type { RunStore } from './run-store.ts';

/**
 * How far runs have come, in Firestore.
 * @param operations Counts the documents that runs read and write.
 */
export function firestoreRunStore(
  firestore: Firestore,
  operations: Operations = { reads: 0, writes: 0 },
): RunStore {
  const layoutRef = firestore.doc('system/alerts');
  const stateRef = (epoch: number, shard: number) =>
    firestore.doc(`system/alerts-${epoch}-${shard}`);

  return {
    async layout() {
      operations.reads += 1;
      return readLayout((await layoutRef.get()).data());
    },

    changeLayout(decide) {
      return firestore.runTransaction(async (transaction) => {
        const changed = decide(readLayout((await transaction.get(layoutRef)).data()));
        transaction.set(layoutRef, layoutFields(changed));
        return changed;
      });
    },

    replaceLayout(decide) {
      return firestore.runTransaction(async (transaction) => {
        const before = readLayout((await transaction.get(layoutRef)).data());
        const shards = Array.from({ length: before.shards ?? 0 }, (_, shard) => shard);
        const refs = shards.map((shard) => stateRef(before.epoch, shard));
        const found = refs.length === 0 ? [] : await transaction.getAll(...refs);
        const changed = decide(
          before,
          found.map((state) => readState(state.data())),
        );
        transaction.set(layoutRef, layoutFields(changed));
        return changed;
      });
    },

    async states(epoch, shards) {
      if (shards.length === 0) return [];
      operations.reads += shards.length;
      const found = await firestore.getAll(...shards.map((shard) => stateRef(epoch, shard)));
      return found.map((state) => readState(state.data()));
    },

    changeState(epoch, shard, decide) {
      const ref = stateRef(epoch, shard);
      return firestore.runTransaction(async (transaction) => {
        operations.reads += 1;
        const changed = decide(readState((await transaction.get(ref)).data()));
        operations.writes += 1;
        transaction.set(ref, stateFields(changed));
        return changed;
      });
    },
  };
}
