import type { StoredFields } from '../../contract/index.ts';

/**
 * A change of stored documents. Old and new code serve at the same time, so a change takes several releases:
 * first readers accept both forms, then a migration adds the new form beside the old one, and only a later
 * migration removes the old form, when no version that may still serve reads it. Readers accept the forms of
 * all versions since 1.0.
 */
export interface Migration {
  /** The change in words, for the person who deploys it: "alerts: the field `terms` beside `keyword`". */
  text: string;
  /** Id of the collections, at any path: `alerts` stands for the alerts of all people. */
  collection: string;
  /** The fields to set; null if there is nothing to change. Idempotent. */
  change: (fields: StoredFields, path: string) => Record<string, unknown> | null;
}

/** All migrations in order; each leads to the next version of the documents. Never remove one. */
export const MIGRATIONS: readonly Migration[] = [];

/** The documents as Earshot 1.0 writes them. */
export const FIRST_VERSION = 1;

/** The newest version that the code knows. */
export const DOCUMENTS_VERSION = FIRST_VERSION + MIGRATIONS.length;
