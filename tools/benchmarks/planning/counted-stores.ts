import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fileObjects } from '../../../functions/src/alerts/indexing/file-objects.ts';
import type { ObjectStore } from '../../../functions/src/alerts/indexing/object-store.ts';
import type { Digest } from '../../../functions/src/alerts/outbox/digest.ts';
import type { Ledger } from '../../../functions/src/alerts/outbox/ledger.ts';
import type { PersonPreferences } from '../../../functions/src/alerts/indexing/indexed-documents.ts';
import type { OutboxStore } from '../../../functions/src/alerts/outbox/outbox-store.ts';
import type { RunStore } from '../../../functions/src/alerts/shards/run-store.ts';
import type { ShardLayout } from '../../../functions/src/alerts/shards/shard-layout.ts';
import type { ShardState } from '../../../functions/src/alerts/shards/shard-state.ts';

/** Operations that cost money. Reads and writes are of documents. */
export interface Counted {
  reads: number;
  writes: number;
  tasks: number;
  objectReads: number;
  objectWrites: number;
}

/**
 * How long the real ones take, milliseconds; assumed, on the slow side of what a function sees within
 * one region.
 */
export const DELAYS = {
  getMs: 20,
  commitMs: 40,
  /** A request for a page of documents, and besides for each document in it. */
  pageMs: 100,
  documentMs: 0.06,
  taskMs: 30,
  objectMs: 100,
  objectMibMs: 25,
  mailMs: 200,
} as const;

const MIB = 2 ** 20;
/** Eight bytes each: what a fortnight of digests leaves in a ledger. */
const PAIRS_TOLD = 120;
const TOLD: Ledger = {
  sent: { '2026-11-14': Buffer.alloc(8 * PAIRS_TOLD, 7) },
  digests: {},
  forgottenUntilMs: 0,
  last: null,
  failed: null,
};

export function countedNothing(): Counted {
  return { reads: 0, writes: 0, tasks: 0, objectReads: 0, objectWrites: 0 };
}

/** Files, packed like objects in a bucket. */
export function countedObjects(folder: string, counted: Counted): ObjectStore {
  const files = fileObjects(folder);
  const transfer = (bytes: number) => pause(DELAYS.objectMs + (bytes / MIB) * DELAYS.objectMibMs);
  return {
    async read(name) {
      counted.objectReads += 1;
      const found = await files.read(name);
      await transfer(found?.bytes?.length ?? 0);
      if (!found?.bytes) return found;
      return { ...found, bytes: await promisify(gunzip)(found.bytes) };
    },
    async write(name, bytes, replaces) {
      counted.objectWrites += 1;
      const packed = (await promisify(gzip)(bytes)) as Buffer;
      await transfer(packed.length);
      return files.write(name, packed, replaces);
    },
  };
}

/** How far runs have come, in this process alone. */
export function countedRuns(layout: ShardLayout, counted: Counted): RunStore {
  const states = new Map<number, ShardState>();
  const get = (documents: number) => {
    counted.reads += documents;
    return pause(DELAYS.getMs);
  };
  const commit = () => {
    counted.writes += 1;
    return pause(DELAYS.commitMs);
  };
  const statesOf = (shards: readonly number[]) => shards.map((shard) => states.get(shard) ?? null);
  return {
    async layout() {
      await get(1);
      return layout;
    },
    async changeLayout(decide) {
      await get(1);
      layout = decide(layout);
      await commit();
      return layout;
    },
    async replaceLayout(decide) {
      const shards = Array.from({ length: layout.shards ?? 0 }, (_, shard) => shard);
      await get(1 + shards.length);
      layout = decide(layout, statesOf(shards));
      await commit();
      return layout;
    },
    async states(_, shards) {
      await get(shards.length);
      return statesOf(shards);
    },
    async changeState(_, shard, decide) {
      await get(1);
      const state = decide(states.get(shard) ?? null);
      states.set(shard, state);
      await commit();
      return state;
    },
  };
}

/** An outbox in which everybody's alerts are there, and the last fortnight was told. */
export interface CountedOutbox extends OutboxStore {
  digests: Map<string, Digest>;
  /** Of all digests that were made, about as many as their documents have. */
  bytes: number;
  /** Documents that were read to make digests: the digest's own, the ledger, and each alert. */
  asked: number;
  /** The alerts among them. */
  askedAlerts: number;
}

/**
 * Counts as `firestoreOutbox` reads and writes: the only place where its numbers are written down
 * again.
 * @param keptEvery One digest of so many stays, to be delivered.
 */
export function countedOutbox(
  counted: Counted,
  keptEvery: number,
  preferences?: PersonPreferences,
): CountedOutbox {
  const get = (documents: number) => {
    counted.reads += documents;
    return pause(DELAYS.getMs + documents * DELAYS.documentMs);
  };
  const commit = (documents: number) => {
    counted.writes += documents;
    return pause(DELAYS.commitMs);
  };
  let made = 0;
  const store: CountedOutbox = {
    ...{ digests: new Map(), bytes: 0, asked: 0, askedAlerts: 0 },
    async createDigest({ id, alertIds, decide }) {
      const documents = 2 + alertIds.length;
      store.asked += documents;
      store.askedAlerts += alertIds.length;
      await get(documents);
      const decided = decide(TOLD, new Set(alertIds));
      if (decided === null) return 'nothing';
      await commit(2);
      store.bytes += Buffer.byteLength(JSON.stringify(decided.digest.sections));
      if (made % keptEvery === 0) digests.set(id, decided.digest);
      made += 1;
      return 'created';
    },
    async changeDigest(id, decide) {
      await get(1);
      const before = digests.get(id);
      const change = before === undefined ? null : decide(before);
      if (change === null) return before ?? null;
      const { digest, record } = change;
      if (record !== null) await get(record.alerts.length);
      await commit(1 + (record === null ? 0 : 1 + record.alerts.length));
      digests.set(id, digest);
      return digest;
    },
    async preferencesOf() {
      await get(1);
      if (preferences === undefined) throw new Error('Nobody has preferences here');
      return preferences;
    },
    async stillActive(uid, alertIds) {
      await get(alertIds.length);
      const theirs = [...digests.values()].filter((digest) => digest.uid === uid);
      return new Map(
        theirs.flatMap(({ sections }) => sections.map((each) => [each.alertId, each])),
      );
    },
    async stuckDigests() {
      // Two queries, each of which costs a read when it finds nothing.
      await get(2);
      return [];
    },
  };
  const { digests } = store;
  return store;
}
