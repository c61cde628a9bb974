import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../platform/app-error.ts';
import { log } from '../../platform/log.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import { EMPTY_LEDGER, type Ledger, ledgerSchema } from './ledger.ts';

const NAME = 'ledger';
/** Many attempts, because Cloud Storage accepts one change of an object per second. */
const MAX_ATTEMPTS = 30;
const MAX_WAIT_MS = 1000;

async function read(objects: ObjectStore): Promise<{ ledger: Ledger; generation: string | null }> {
  const found = await objects.read(NAME);
  if (found === null) return { ledger: structuredClone(EMPTY_LEDGER), generation: null };
  const { data } = ledgerSchema.safeParse(parseJson(found.bytes?.toString() ?? ''));
  if (data !== undefined) return { ledger: data, generation: found.generation };
  // Without the ledger the spent budget is unknown, so nothing may be sent.
  const message = 'The ledger of transcripts is damaged, so nothing is transcribed.';
  log('error', 'ledger-damaged', { message });
  throw new AppError('internal', message);
}

export async function readLedger(objects: ObjectStore): Promise<Ledger> {
  return (await read(objects)).ledger;
}

/**
 * Atomic: calls `change` again after a concurrent write. Rejects if the write succeeded but its response was
 * lost; then the caller must stop.
 */
export async function changeLedger<T>(
  objects: ObjectStore,
  change: (ledger: Ledger) => T,
): Promise<T> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { ledger, generation } = await read(objects);
    const before = JSON.stringify(ledger);
    const result = change(ledger);
    const after = JSON.stringify(ledger);
    if (after === before) return result;
    const written = await objects.write(NAME, [Buffer.from(after)], generation);
    if (written !== null) return result;
    await wait(Math.random() * Math.min(MAX_WAIT_MS, 20 * 2 ** attempt));
  }
  throw new AppError('upstream-unavailable', 'The ledger of transcripts changes too often.');
}
