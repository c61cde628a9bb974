import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { catalogueKind } from '../../catalogue/storage/open-catalogue.ts';
import { AppError } from '../../platform/app-error.ts';
import { log } from '../../platform/log.ts';
import type { Covers, EncodedResponse } from '../encode-response.ts';
import {
  type FromQueryThread,
  fromFailure,
  type QueryThreadData,
  type ThreadQuery,
  type ToQueryThread,
} from './query-messages.ts';

/** Timeout of a query, ms. Its cost limit (`readCost`) allows a fiftieth of this time. */
const RUN_LIMIT_MS = 2_000;
/** After timeout and grace, a thread hangs, probably in a disk access. */
const GRACE_MS = 3_000;
/** Hanging threads at which new queries fail at once. */
const MOST_STUCK = 3;

export interface QueryThread {
  /** `Catalogue.query` on a worker thread; 'upstream-timeout' also after a timeout or on abort. */
  query(query: ThreadQuery, signal?: AbortSignal): Promise<EncodedResponse>;
  /** Rejects all queries. The thread ends after its current query. */
  close(): void;
}

interface QueryThreadOptions {
  catalogueUrl: string;
  covers: Covers;
  runLimitMs?: number;
  graceMs?: number;
  program?: string;
}

interface Asked {
  query: ThreadQuery;
  resolve: (answer: EncodedResponse) => void;
  reject: (error: AppError) => void;
}

/**
 * A worker thread for queries, started by the first one. A hanging or crashed thread is replaced,
 * and the new one gets the remaining queries. A hanging thread is not terminated but gets a message
 * to end: libsql aborts the process when a call returns to a terminated thread.
 */
export function openQueryThread({
  catalogueUrl,
  covers,
  runLimitMs = RUN_LIMIT_MS,
  graceMs = GRACE_MS,
  program = threadProgram(),
}: QueryThreadOptions): QueryThread {
  const asked = new Map<number, Asked>();
  let lastId = 0;
  let thread: Worker | undefined;
  let running: { id: number; limit: NodeJS.Timeout } | undefined;
  let stuckThreads = 0;

  function start(): Worker {
    const isCopied = catalogueKind(catalogueUrl) === 'object';
    const copiesFolder = isCopied ? mkdtempSync(path.join(tmpdir(), 'earshot-copies-')) : undefined;
    const workerData: QueryThreadData = { catalogueUrl, copiesFolder, covers, runLimitMs };
    const started = new Worker(program, { workerData });
    let reason: unknown;
    started.on('message', (message: FromQueryThread) => {
      if (started === thread) hear(message);
    });
    started.once('error', (error) => (reason = error));
    started.once('exit', () => {
      if (copiesFolder !== undefined) rmSync(copiesFolder, { recursive: true, force: true });
      if (started === thread) endedByItself(reason);
    });
    return started;
  }

  function send(message: ToQueryThread): void {
    thread ??= start();
    thread.postMessage(message);
  }

  function hear(message: FromQueryThread): void {
    const { id } = message;
    if (message.kind === 'begun') {
      running = { id, limit: setTimeout(() => stuck(id), runLimitMs + graceMs) };
      return;
    }
    if (running?.id === id) {
      clearTimeout(running.limit);
      running = undefined;
    }
    if (message.kind === 'answered') settle(id, ({ resolve }) => resolve(message.answer));
    else settle(id, ({ reject }) => reject(fromFailure(message.failure)));
  }

  function settle(id: number, end: (entry: Asked) => void): void {
    const entry = asked.get(id);
    asked.delete(id);
    if (entry) end(entry);
    if (asked.size === 0) thread?.unref();
  }

  function giveUp(id: number, reason: string): void {
    settle(id, ({ reject }) => reject(new AppError('upstream-timeout', reason)));
  }

  function stuck(id: number): void {
    log('warn', 'query-stuck', { afterMs: runLimitMs + graceMs });
    giveUp(id, `The query took longer than ${runLimitMs + graceMs} ms`);
    stuckThreads += 1;
    thread?.once('exit', () => (stuckThreads -= 1));
    leave();
    askAgain();
  }

  function leave(): void {
    clearTimeout(running?.limit);
    running = undefined;
    const end: ToQueryThread = { kind: 'end' };
    thread?.postMessage(end);
    thread?.unref();
    thread = undefined;
  }

  function askAgain(): void {
    for (const [id, { query }] of [...asked]) {
      if (stuckThreads < MOST_STUCK) send({ kind: 'query', id, query });
      else giveUp(id, 'The catalogue hangs');
    }
  }

  function endedByItself(cause: unknown): void {
    log('error', 'query-thread-ended', { reason: cause instanceof Error ? cause.message : '' });
    // Without a running query, any of the waiting ones may have crashed it: all fail.
    const lost = running === undefined ? [...asked.keys()] : [running.id];
    for (const id of lost) {
      settle(id, ({ reject }) =>
        reject(new AppError('internal', 'The query’s thread has ended', { cause })),
      );
    }
    leave();
    askAgain();
  }

  return {
    query(query, signal) {
      return new Promise((resolve, reject) => {
        const id = (lastId += 1);
        asked.set(id, { query, resolve, reject });
        if (stuckThreads >= MOST_STUCK) {
          giveUp(id, 'The catalogue hangs');
          return;
        }
        send({ kind: 'query', id, query });
        thread?.ref();
        signal?.addEventListener('abort', () => {
          if (!asked.has(id)) return;
          giveUp(id, 'The query is no longer waited for');
          send({ kind: 'forget', id });
        });
      });
    },
    close() {
      for (const id of [...asked.keys()]) giveUp(id, 'The catalogue is closed');
      leave();
    },
  };
}

/** The bundle's file, or the source file outside a bundle. */
function threadProgram(): string {
  const bundled = path.join(import.meta.dirname, 'query-worker.cjs');
  return existsSync(bundled) ? bundled : path.join(import.meta.dirname, 'run-query-worker.js');
}
