import * as z from 'zod';
import {
  FIRST_VERSION,
  type Migration,
  MIGRATIONS,
} from '../../functions/src/platform/documents/migrations.ts';

/** Path of the document with the version of stored documents, behind "documents" in Firestore's REST API. */
export const VERSION_PATH = '/system/documents';

const versionSchema = z.object({
  fields: z.object({ version: z.object({ integerValue: z.coerce.number() }) }),
});

/**
 * Describes what this version's code will change in the stored documents.
 * @param found The document at {@link VERSION_PATH}; 1.0 has none.
 */
export function documentChanges(
  found: unknown,
  migrations: readonly Migration[] = MIGRATIONS,
): string[] {
  const version = versionSchema.safeParse(found).data?.fields.version.integerValue;
  return migrations.slice((version ?? FIRST_VERSION) - FIRST_VERSION).map(({ text }) => text);
}
