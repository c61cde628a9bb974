import { HOUR_MS, type StoredFields } from '../../contract/index.ts';
import { FIRST_VERSION, type Migration } from './migrations.ts';

/** Longer than any function of the version before goes on after a deployment. */
export const OLD_WRITERS_MS = HOUR_MS;

/** Where the work is; document `system/documents`. Times are epoch milliseconds. */
export interface MigrationProgress {
  /** All documents have at least this version. */
  version: number;
  /** When work on the next version began. */
  begunAtMs: number | null;
  /** When the present pass over all documents began; null between two. */
  passAtMs: number | null;
  /** Path of the last document that this pass has seen. */
  after: string | null;
  /** Another program has changed a document while this pass did: there will be another pass. */
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
  /** The next documents of a collection, by path; fewer than a page only at the end. */
  page(collection: string, after: string | null): Promise<{ documents: D[]; isLast: boolean }>;
  /** False, without a write, if the document has changed since it was read, or is gone. */
  change(document: D, fields: Record<string, unknown>): Promise<boolean>;
}

export interface MigrateOptions {
  migrations: readonly Migration[];
  now: () => number;
  /** How long the version before may still write; 0 where nothing else runs. */
  oldWritersMs: number;
  /** When to stop, epoch milliseconds; the next call goes on. */
  untilMs: number;
}

/**
 * Works on what is left of the migrations, page by page. Safe to be killed anywhere, repeated, and run beside
 * itself, beside old code and new. A version is reached once a pass over all documents that began when no
 * old code wrote any more has met nobody else's write; until then what old code wrote meanwhile is
 * changed by the next pass.
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
    // The first pass changes nearly everything at once; the last one can only begin later.
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
