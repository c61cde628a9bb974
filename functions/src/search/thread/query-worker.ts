import { parentPort, workerData } from 'node:worker_threads';
import { catalogueAccess } from '../../catalogue/storage/catalogue-access.ts';
import { openCatalogue } from '../../catalogue/storage/open-catalogue.ts';
import { AppError } from '../../platform/app-error.ts';
import { countWords } from '../../contract/index.ts';
import { encodeAnswer } from '../encode-answer.ts';
import type { EncodedResponse } from '../encode-response.ts';
import {
  type FromQueryThread,
  type QueryThreadData,
  type ThreadQuery,
  toFailure,
  type ToQueryThread,
} from './query-messages.ts';
import { createWaitingList } from './waiting-list.ts';

/**
 * The query thread, so that queries, quotations and JSON do not block the main thread. Runs one
 * query at a time, the lightest first. Aborts the running query after a timeout, or when its client
 * has left.
 */
const { catalogueUrl, copiesFolder, covers, runLimitMs } = workerData as QueryThreadData;
const opened = openCatalogue(catalogueUrl, () => ({ ...catalogueAccess(), copiesFolder }));
const waiting = createWaitingList<ThreadQuery>();
/** Queries that have not begun. */
const expected = new Set<number>();
let running: { id: number; ended: AbortController; done: Promise<void> } | undefined;

function tell(message: FromQueryThread, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}

async function accept(id: number, query: ThreadQuery): Promise<void> {
  expected.add(id);
  try {
    await (await opened).ready();
  } catch (error) {
    if (expected.delete(id)) tell({ kind: 'failed', id, failure: toFailure(error) });
    return;
  }
  if (!expected.has(id)) return;
  if (waiting.isEmpty()) setImmediate(runNext);
  // A rough estimate of the cost.
  waiting.add(id, query, 'limit' in query ? countWords(query.keywords.join(' ')) : 1);
}

function forget(id: number): void {
  expected.delete(id);
  waiting.remove(id);
  if (running?.id === id) running.ended.abort(tooLate('The query is no longer waited for'));
}

function tooLate(reason: string): AppError {
  return new AppError('upstream-timeout', reason);
}

function runNext(): void {
  if (running !== undefined) return;
  const next = waiting.takeLightest();
  if (next === undefined) return;
  const { id, entry } = next;
  expected.delete(id);
  const ended = new AbortController();
  const done = run(id, entry, ended).finally(() => {
    running = undefined;
    if (!waiting.isEmpty()) setImmediate(runNext);
  });
  running = { id, ended, done };
}

async function answerOf(query: ThreadQuery, signal: AbortSignal): Promise<EncodedResponse> {
  return encodeAnswer(await opened, query, { covers, signal });
}

async function run(id: number, query: ThreadQuery, ended: AbortController): Promise<void> {
  tell({ kind: 'begun', id });
  const late = tooLate(`The query took longer than ${runLimitMs} ms`);
  const limit = setTimeout(() => ended.abort(late), runLimitMs);
  try {
    const answer = await answerOf(query, ended.signal);
    tell({ kind: 'answered', id, answer }, [answer.json.buffer]);
  } catch (error) {
    tell({ kind: 'failed', id, failure: toFailure(error) });
  } finally {
    clearTimeout(limit);
  }
}

/** After the running query: libsql aborts the process if a call returns to an ended thread. */
async function end(): Promise<void> {
  running?.ended.abort(tooLate('The catalogue is closed'));
  await running?.done;
  await (await opened).close();
  process.exit();
}

parentPort?.on('message', (message: ToQueryThread) => {
  switch (message.kind) {
    case 'query':
      void accept(message.id, message.query);
      break;
    case 'forget':
      forget(message.id);
      break;
    case 'end':
      void end();
  }
});
