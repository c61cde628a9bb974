import { FieldPath, type Firestore, type Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { MINUTE_MS } from '../../contract/index.ts';
import { config } from '../config.ts';
import { database } from '../firebase-admin.ts';
import { errorName, log } from '../log.ts';
import {
  migrate,
  type MigratedDocument,
  type MigrationStore,
  NO_PROGRESS,
  OLD_WRITERS_MS,
} from './migrate.ts';
import { DOCUMENTS_VERSION, FIRST_VERSION, MIGRATIONS } from './migrations.ts';

const PAGE_SIZE = 50;

/** gRPC's codes NOT_FOUND, FAILED_PRECONDITION and ABORTED: the document is gone or has changed. */
const OVERTAKEN = [5, 9, 10];

const PROGRESS_PATH = 'system/documents';

const progressDocument = z.object({
  version: z.int().min(FIRST_VERSION),
  begunAtMs: z.number().nullable().catch(null),
  passAtMs: z.number().nullable().catch(null),
  after: z.string().nullable().catch(null),
  isOvertaken: z.boolean().catch(false),
});

interface StoredDocument extends MigratedDocument {
  updateTime: Timestamp;
}

export function firestoreMigrations(firestore: Firestore): MigrationStore<StoredDocument> {
  const reference = firestore.doc(PROGRESS_PATH);
  return {
    async progress() {
      const stored = (await reference.get()).data();
      return stored === undefined ? NO_PROGRESS : progressDocument.parse(stored);
    },
    async save(progress) {
      await reference.set({ ...progress });
    },
    async page(collection, after) {
      const ordered = firestore.collectionGroup(collection).orderBy(FieldPath.documentId());
      const rest = after === null ? ordered : ordered.startAfter(firestore.doc(after));
      const { docs } = await rest.limit(PAGE_SIZE).get();
      const documents = docs.map((each) => ({
        path: each.ref.path,
        fields: each.data(),
        updateTime: each.updateTime,
      }));
      return { documents, isLast: docs.length < PAGE_SIZE };
    },
    async change({ path, updateTime }, fields) {
      try {
        await firestore.doc(path).update(fields, { lastUpdateTime: updateTime });
        return true;
      } catch (error) {
        if (OVERTAKEN.includes((error as { code?: number }).code ?? 0)) return false;
        throw error;
      }
    },
  };
}

/** Time for migrations within a run of the schedule, which has four minutes for all its work. */
const WORKS_FOR_MS = 2 * MINUTE_MS;

/**
 * Continues the migrations that this version's code knows. An error is logged and does not stop the caller's
 * other work; the next run tries again.
 */
export async function migrateDocuments(): Promise<void> {
  if (MIGRATIONS.length === 0) return;
  const untilMs = Date.now() + WORKS_FOR_MS;
  // In emulators no earlier version runs at the same time.
  const oldWritersMs = config().FUNCTIONS_EMULATOR ? 0 : OLD_WRITERS_MS;
  try {
    const options = { migrations: MIGRATIONS, now: Date.now, oldWritersMs, untilMs };
    const progress = await migrate(firestoreMigrations(await database()), options);
    if (progress.version < DOCUMENTS_VERSION) log('info', 'documents-migrating', { ...progress });
  } catch (error) {
    log('error', 'documents-not-migrated', { error: errorName(error) });
  }
}
