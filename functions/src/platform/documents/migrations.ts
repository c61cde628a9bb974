import type { StoredFields } from '../../contract/index.ts';

/**
 * A change of stored documents. Old and new code serve at the same time, so it goes in steps that are releases of
 * their own: readers accept both forms, a migration writes the new one beside the old, and only a later
 * migration removes what no version that may still serve reads. Readers accept the forms of all versions since 1.0.
 */
export interface Migration {
  /** The change in words, for the person who deploys it: "alerts: the field `terms` beside `keyword`". */
  text: string;
  /** Id of the collections, wherever they are: `alerts` is those of all people. */
  collection: string;
  /** The fields to set; null where there is nothing to do. Repeated, it changes nothing more. */
  change: (fields: StoredFields, path: string) => Record<string, unknown> | null;
}

/** All migrations in order; each leads to the next version of the documents. Never remove one. */
export const MIGRATIONS: readonly Migration[] = [];

/** The documents as Earshot 1.0 writes them. */
export const FIRST_VERSION = 1;

/** The newest version that the code knows. */
export const DOCUMENTS_VERSION = FIRST_VERSION + MIGRATIONS.length;
