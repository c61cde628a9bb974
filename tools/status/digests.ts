import type { Documents } from '../instance/running-stack.ts';
import {
  type Outcome,
  OUTCOME_FIELDS,
  readOutcome,
} from '../../functions/src/alerts/outbox/outbox-documents.ts';

type EndedDigest = Omit<Outcome, 'createdAtMs'>;

const UNDER_WAY = ['queued', 'sending'];

/** Explanations of codes, for failures that a person can fix. */
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

export interface DigestState extends Outcome {
  id: string;
}

export function readDigests(documents: Documents): Promise<DigestState[]> {
  return readOutcomes(documents.collection('digests'));
}

export function readWaiting(documents: Documents): Promise<DigestState[]> {
  return readOutcomes(documents.collection('digests').where('state', 'in', UNDER_WAY));
}

async function readOutcomes(
  query: Pick<ReturnType<Documents['collection']>, 'select'>,
): Promise<DigestState[]> {
  const { docs } = await query.select(...OUTCOME_FIELDS).get();
  return docs.map((document) => ({ id: document.id, ...readOutcome(document.data()) }));
}
