import * as z from 'zod';
import { askDatabase } from './ask-database.ts';
import type { Instance } from './instance.ts';

type EndedDigest = Omit<DigestState, 'createdAtMs'>;

const UNDER_WAY = ['queued', 'sending'];

/** Explanations of the codes of unsent digests that a person can act on. */
const REASONS = new Map([
  ['unverified', 'the address is not verified: the link is in the inbox'],
  ['suppressed', 'the address takes no more mail'],
  ['paused', 'the person has paused their mails'],
  ['nothing-left', 'its alerts are deleted or paused'],
]);

export function isUnderWay({ state }: Pick<DigestState, 'state'>): boolean {
  return UNDER_WAY.includes(state);
}

export function digestsText(digests: readonly EndedDigest[]): string {
  if (digests.length === 0) {
    return 'Nothing to mail: no alert that is on has a new episode, or all have been mailed already.';
  }
  const counts = new Map<string, number>();
  for (const digest of digests) {
    const line = stateText(digest);
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts]
    .map(([line, count]) => `${count} ${count === 1 ? 'mail' : 'mails'} ${line}`)
    .join('\n');
}

function stateText({ state, code }: EndedDigest): string {
  if (state === 'sent') return 'sent';
  const reason = code === null ? '' : `: ${REASONS.get(code) ?? code}`;
  return isUnderWay({ state }) ? `still on the way${reason}` : `not sent${reason}`;
}

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
  code: string | null;
  createdAtMs: number;
}

/** All digests in the outbox, read as the owner without the rules. */
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
