import { parentPort, workerData } from 'node:worker_threads';
import { catalogueAccess } from '../../catalogue/storage/catalogue-access.ts';
import { openCatalogue } from '../../catalogue/storage/open-catalogue.ts';
import type { CatalogueQuery } from '../../catalogue/catalogue.ts';
import { countWords } from '../../contract/index.ts';
import { answerQuestion } from '../answer-question.ts';
import { encodeResponse } from '../encode-response.ts';
import {
  type FromQueryThread,
  type QueryThreadData,
  toFailure,
  type ToQueryThread,
} from './query-messages.ts';
import { createWaitingList } from './waiting-list.ts';

/**
 * The program of the thread that queries the catalogue, started by `query-thread.ts`: the
 * catalogue's calls are synchronous, and the thread that serves requests must not wait for them. It
 * runs one query at a time and reads its messages in between, so that a light query waits for at
 * most one heavy one.
 */
const { catalogueUrl, copiesFolder, covers } = workerData as QueryThreadData;
const catalogue = openCatalogue(catalogueUrl, () => ({ ...catalogueAccess(), copiesFolder }));
const waiting = createWaitingList<CatalogueQuery>();
/** Queries that are waited for and have not begun. */
const expected = new Set<number>();

function tell(message: FromQueryThread, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}

async function accept(id: number, query: CatalogueQuery): Promise<void> {
  expected.add(id);
  try {
    await catalogue.ready();
  } catch (error) {
    if (expected.delete(id)) tell({ kind: 'failed', id, failure: toFailure(error) });
    return;
  }
  if (!expected.has(id)) return;
  if (waiting.isEmpty()) setImmediate(() => void runNext());
  // More words can mean more work.
  waiting.add(id, query, countWords(query.keywords.join(' ')));
}

function forget(id: number): void {
  expected.delete(id);
  waiting.remove(id);
}

async function runNext(): Promise<void> {
  const next = waiting.takeLightest();
  if (next === undefined) return;
  const { id, entry } = next;
  expected.delete(id);
  tell({ kind: 'begun', id });
  try {
    const answer = encodeResponse(await answerQuestion(catalogue, entry), covers);
    tell({ kind: 'answered', id, answer }, [answer.json.buffer]);
  } catch (error) {
    tell({ kind: 'failed', id, failure: toFailure(error) });
  }
  if (!waiting.isEmpty()) setImmediate(() => void runNext());
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
      void catalogue.close().finally(() => process.exit());
  }
});
