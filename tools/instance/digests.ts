import * as z from 'zod';
import {
  type Outcome,
  OUTCOME_FIELDS,
  readOutcome,
} from '../../functions/src/alerts/outbox/outbox-documents.ts';
import { timestamp } from '../../functions/src/platform/documents/timestamps.ts';
import { askDatabase } from './ask-database.ts';
import type { Target } from './target.ts';

type EndedDigest = Omit<Outcome, 'createdAtMs'>;

const UNDER_WAY = ['queued', 'sending'];

/** Explanations, by code, of why a digest was not sent: the reasons that a person can remove. */
const REASONS = new Map([
  ['unverified', 'the address is not verified: the link is in the inbox'],
  ['disabled', 'the account is disabled'],
  ['suppressed', 'the address takes no more mail'],
  ['paused', 'the person has paused their mails'],
  ['nothing-left', 'its alerts are deleted or paused'],
]);

export function isUnderWay({ state }: Pick<Outcome, 'state'>): boolean {
  return UNDER_WAY.includes(state);
}

export function digestsText(digests: readonly EndedDigest[]): string {
  if (digests.length === 0) {
    return 'Nothing to mail: no alert that is on has a new episode, or all have been mailed already.';
  }
  return [
    ...counted(
      digests.filter(({ isMessage }) => !isMessage),
      'mail',
    ),
    ...counted(
      digests.filter(({ isMessage }) => isMessage),
      'message',
    ),
  ].join('\n');
}

function counted(digests: readonly EndedDigest[], name: string): string[] {
  const counts = new Map<string, number>();
  for (const digest of digests) {
    const line = stateText(digest);
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${count} ${name}${count === 1 ? '' : 's'} ${line}`);
}

function stateText({ state, code }: EndedDigest): string {
  if (state === 'sent') return 'sent';
  const reason = code === null ? '' : `: ${REASONS.get(code) ?? code}`;
  return isUnderWay({ state }) ? `still on the way${reason}` : `not sent${reason}`;
}

/**
 * A value of Firestore's REST API in the form in which client libraries return it; bytes are not needed here.
 */
function plainValue(value: unknown): unknown {
  const [[kind, held] = []] = Object.entries(value ?? {}) as [string, unknown][];
  if (kind === 'integerValue') return Number(held);
  if (kind === 'timestampValue') return timestamp(Date.parse(String(held)));
  if (kind !== 'mapValue') return held;
  return plainFields(z.object({ fields: fieldsSchema.optional() }).parse(held).fields);
}

function plainFields(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, plainValue(value)]),
  );
}

const fieldsSchema = z.record(z.string(), z.unknown());

const rowsSchema = z.array(
  z.object({ document: z.object({ name: z.string(), fields: fieldsSchema }).optional() }),
);

export interface DigestState extends Outcome {
  id: string;
}

/** The query of all digests and messages, with the fields that show their outcome. */
const OUTCOMES = {
  from: [{ collectionId: 'digests' }],
  select: { fields: OUTCOME_FIELDS.map((fieldPath) => ({ fieldPath })) },
};

/** All digests and messages in the outbox, read as the owner, for whom security rules do not apply. */
export async function readDigests(target: Target): Promise<DigestState[]> {
  return digestsOf(await askDatabase(target, ':runQuery', { structuredQuery: OUTCOMES }));
}

/** The digests and messages that are queued or being sent. */
export async function readWaiting(target: Target): Promise<DigestState[]> {
  const values = UNDER_WAY.map((stringValue) => ({ stringValue }));
  const fieldFilter = {
    field: { fieldPath: 'state' },
    op: 'IN',
    value: { arrayValue: { values } },
  };
  const structuredQuery = { ...OUTCOMES, where: { fieldFilter } };
  return digestsOf(await askDatabase(target, ':runQuery', { structuredQuery }));
}

export function digestsOf(rows: unknown): DigestState[] {
  return rowsSchema.parse(rows).flatMap(({ document }) => {
    if (!document) return [];
    const id = document.name.slice(document.name.lastIndexOf('/') + 1);
    return { id, ...readOutcome(plainFields(document.fields)) };
  });
}
