import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../platform/app-error.ts';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import { EMPTY_LEDGER, type Ledger, ledgerSchema } from './ledger.ts';

const NAME = 'ledger';
/** Cloud Storage takes one change of an object a second. */
const MOST_ATTEMPTS = 30;
const LONGEST_WAIT_MS = 1000;

async function read(objects: ObjectStore): Promise<{ ledger: Ledger; generation: string | null }> {
  const found = await objects.read(NAME);
  if (found === null) return { ledger: structuredClone(EMPTY_LEDGER), generation: null };
  // Without the ledger, nobody knows what was spent: nothing may be sent.
  if (found.bytes === null) throw new AppError('internal', 'The ledger of transcripts is damaged.');
  return {
    ledger: ledgerSchema.parse(JSON.parse(found.bytes.toString())),
    generation: found.generation,
  };
}

export async function readLedger(objects: ObjectStore): Promise<Ledger> {
  return (await read(objects)).ledger;
}

/**
 * Changes the ledger in one step; `change` runs again if somebody else was faster. If the change was stored and
 * only its answer was lost, this rejects: the caller must not go on.
 */
export async function changeLedger<T>(
  objects: ObjectStore,
  change: (ledger: Ledger) => T,
): Promise<T> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { ledger, generation } = await read(objects);
    const before = JSON.stringify(ledger);
    const result = change(ledger);
    const after = JSON.stringify(ledger);
    if (after === before) return result;
    const written = await objects.write(NAME, [Buffer.from(after)], generation);
    if (written !== null) return result;
    await wait(Math.random() * Math.min(LONGEST_WAIT_MS, 20 * 2 ** attempt));
  }
  throw new AppError('upstream-unavailable', 'The ledger of transcripts changes too often.');
}
