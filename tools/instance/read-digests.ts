import * as z from 'zod';
import { askDatabase } from './ask-database.ts';
import type { Instance } from './instance.ts';

const text = z.object({ stringValue: z.string() });

const rowsSchema = z.array(
  z.object({
    document: z
      .object({
        name: z.string(),
        fields: z.looseObject({
          state: text,
          createdAt: z.object({ timestampValue: z.string() }),
          code: z.union([text, z.object({ nullValue: z.null() })]).optional(),
        }),
      })
      .optional(),
  }),
);

export interface DigestState {
  id: string;
  state: string;
  /** Why it was not sent, or null. */
  code: string | null;
  /** When it was made; epoch milliseconds. */
  createdAtMs: number;
}

/** All digests in the run's database, past its rules. */
export async function readDigests(run: Instance): Promise<DigestState[]> {
  const root = `projects/${run.projectId}/databases/(default)/documents`;
  const fields = [{ fieldPath: 'state' }, { fieldPath: 'code' }, { fieldPath: 'createdAt' }];
  const structuredQuery = { from: [{ collectionId: 'digests' }], select: { fields } };
  const rows = await askDatabase(run, ':runQuery', { structuredQuery });
  return rowsSchema.parse(rows).flatMap(({ document }) => {
    if (!document) return [];
    const { state, code, createdAt } = document.fields;
    return {
      id: document.name.slice(root.length + '/digests/'.length),
      state: state.stringValue,
      code: code && 'stringValue' in code ? code.stringValue : null,
      createdAtMs: Date.parse(createdAt.timestampValue),
    };
  });
}
