import { HOUR_MS, type StoredFields } from '../../contract/index.ts';
import { FIRST_VERSION, type Migration } from './migrations.ts';

/** Longer than a function of the previous version may run on after a deployment. */
export const OLD_WRITERS_MS = HOUR_MS;

/** Progress of the migrations; document `system/documents`. Times are epoch milliseconds. */
export interface MigrationProgress {
  /** The version that all documents have reached. */
  version: number;
  /** When work on the next version began. */
  begunAtMs: number | null;
  /** When the present pass over all documents began; null between passes. */
  passAtMs: number | null;
  /** Path of the last document that this pass has seen. */
  after: string | null;
  /**
   * True if another program has written a document that this pass was changing, so that a further pass is
   * needed.
   */
  isOvertaken: boolean;
}

export const NO_PROGRESS: MigrationProgress = {
  version: FIRST_VERSION,
  begunAtMs: null,
  passAtMs: null,
  after: null,
  isOvertaken: false,
};

export interface MigratedDocument {
  path: string;
  fields: StoredFields;
}

export interface MigrationStore<D extends MigratedDocument = MigratedDocument> {
  progress(): Promise<MigrationProgress>;
  save(progress: MigrationProgress): Promise<void>;
  /** The next documents of a collection, ordered by path. */
  page(collection: string, after: string | null): Promise<{ documents: D[]; isLast: boolean }>;
  /** False, without a write, if the document has changed or disappeared since it was read. */
  change(document: D, fields: Record<string, unknown>): Promise<boolean>;
}

export interface MigrateOptions {
  migrations: readonly Migration[];
  now: () => number;
  /**
   * How long the previous version may still write after a migration began, milliseconds; 0 if nothing else
   * runs.
   */
  oldWritersMs: number;
  /** When to stop, epoch milliseconds; the next call continues. */
  untilMs: number;
}

/**
 * Continues the migrations, page by page. Idempotent: it may be killed anywhere, repeated, and run
 * concurrently with itself and with old and new code. A version is reached by a pass over all documents that
 * began when no old code could write any more, and during which no other program wrote a document being
 * changed. Earlier passes are repeated, because old code may have written the old form again.
 */
export async function migrate<D extends MigratedDocument>(
  store: MigrationStore<D>,
  { migrations, now, oldWritersMs, untilMs }: MigrateOptions,
): Promise<MigrationProgress> {
  let progress = await store.progress();
  for (;;) {
    const migration = migrations[progress.version - FIRST_VERSION];
    if (migration === undefined || now() >= untilMs) return progress;
    const begunAtMs = progress.begunAtMs ?? now();
    // The first pass begins immediately and changes nearly all documents. The next one waits until no old
    // code can write, because no earlier pass can be the last.
    const isBetween = progress.begunAtMs !== null && progress.passAtMs === null;
    if (isBetween && now() < begunAtMs + oldWritersMs) return progress;
    const passAtMs = progress.passAtMs ?? now();
    const { documents, isLast } = await store.page(migration.collection, progress.after);
    let { isOvertaken } = progress;
    for (const document of documents) {
      const fields = migration.change(document.fields, document.path);
      if (fields !== null && !(await store.change(document, fields))) isOvertaken = true;
    }
    const isReached = isLast && !isOvertaken && passAtMs >= begunAtMs + oldWritersMs;
    if (isReached) progress = { ...NO_PROGRESS, version: progress.version + 1 };
    else if (isLast) progress = { ...NO_PROGRESS, version: progress.version, begunAtMs };
    else {
      const after = documents.at(-1)?.path ?? progress.after;
      progress = { version: progress.version, begunAtMs, passAtMs, after, isOvertaken };
    }
    await store.save(progress);
  }
}
