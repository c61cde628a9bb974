import { isEmptyPending } from '../../../functions/src/alerts/outbox/pending.ts';
import type {
  DigestChange,
  OutboxStore,
} from '../../../functions/src/alerts/outbox/outbox-store.ts';
import type { AlertSource } from '../../../functions/src/alerts/match/alert-source.ts';
import type { ObjectStore } from '../../../functions/src/catalogue/file/object-store.ts';
import type { RunStore } from '../../../functions/src/alerts/match/run-store.ts';

/** Billed operations; reads and writes are of Firestore documents. */
export interface Counted {
  reads: number;
  writes: number;
  tasks: number;
  objectReads: number;
  objectWrites: number;
}

export function countedNothing(): Counted {
  return { reads: 0, writes: 0, tasks: 0, objectReads: 0, objectWrites: 0 };
}

/** Counts the operations of `firestoreOutbox`. */
export function countedOutbox(store: OutboxStore, counted: Counted): OutboxStore {
  return {
    preferencesOf(uid) {
      counted.reads += 1;
      return store.preferencesOf(uid);
    },
    async stuckDigests(...limits) {
      const found = await store.stuckDigests(...limits);
      // The store makes three queries, and each query with an empty result costs one read.
      counted.reads += Math.max(3, found.length);
      return found;
    },
    addPending(matches) {
      counted.reads += matches.readSent ? 2 : 1;
      return store.addPending({
        ...matches,
        decide: (before, sentLog) => {
          // Without pending matches the alert is read, too.
          if (isEmptyPending(before)) counted.reads += 1;
          const after = matches.decide(before, sentLog);
          if (after !== before) counted.writes += 1;
          return after;
        },
      });
    },
    async createDigest(wish) {
      counted.reads += 3;
      const result = await store.createDigest({
        ...wish,
        decide: (waiting) => {
          counted.reads += Object.keys(waiting.pending.alerts).length;
          return wish.decide(waiting);
        },
      });
      if (result === 'created') counted.writes += 3;
      return result;
    },
    async changeDigest(id, decide) {
      let change = null as DigestChange | null;
      const digest = await store.changeDigest(id, (...read) => (change = decide(...read)));
      const told = change?.record?.state === 'sent' ? change.record.alerts.length : 0;
      const forgets = (change?.unmailed.length ?? 0) > 0;
      counted.reads += 1 + told + (forgets ? 2 : 0);
      if (change === null) return digest;
      counted.writes += 1 + (change.record === null ? 0 : 1) + told + (forgets ? 3 : 0);
      return digest;
    },
    stillActive(uid, alertIds) {
      counted.reads += alertIds.length;
      return store.stillActive(uid, alertIds);
    },
  };
}

/** Counts the operations of `firestoreRunStore`. */
export function countedRuns(runs: RunStore, counted: Counted): RunStore {
  const count = (reads: number, writes: number) => {
    counted.reads += reads;
    counted.writes += writes;
  };
  return {
    layout() {
      count(1, 0);
      return runs.layout();
    },
    changeLayout(decide) {
      count(1, 1);
      return runs.changeLayout(decide);
    },
    replaceLayout(decide) {
      return runs.replaceLayout((layout, states) => {
        count(1 + states.length, 1);
        return decide(layout, states);
      });
    },
    states(epoch, shards) {
      count(shards.length, 0);
      return runs.states(epoch, shards);
    },
    changeState(epoch, shard, decide) {
      count(1, 1);
      return runs.changeState(epoch, shard, decide);
    },
  };
}

/** Counts the operations of `firestoreAlertSource`; a query with an empty result costs one read. */
export function countedSource(source: AlertSource, counted: Counted): AlertSource {
  const queries = (...found: number[]) => {
    counted.reads += found.reduce((sum, documents) => sum + Math.max(1, documents), 0);
  };
  return {
    async changedSince(sinceMs) {
      const changes = await source.changedSince(sinceMs);
      // Seven queries: created, resumed and changed alerts; people with new preferences, without an email,
      // with other shows and other channels.
      if (changes !== null) queries(changes.alerts.length, 0, 0, changes.people.length, 0, 0, 0);
      return changes;
    },
    async *everythingIn(range) {
      for await (const page of source.everythingIn(range)) {
        queries(page.alerts.length + page.people.length);
        yield page;
      }
    },
  };
}

export function countedObjects(objects: ObjectStore, counted: Counted): ObjectStore {
  return {
    read(name) {
      counted.objectReads += 1;
      return objects.read(name);
    },
    write(...object) {
      counted.objectWrites += 1;
      return objects.write(...object);
    },
    remove: (name) => objects.remove(name),
  };
}
