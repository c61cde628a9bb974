import * as z from 'zod';
import type { UnsubscribeKeys } from '../platform/mail-config.ts';
import { readToken, signToken } from './signed-token.ts';

/** Lets the holder of a link make one alert leave out a term, and undo it. */
export interface LeaveOutGrant {
  kind: 'leave-out';
  uid: string;
  alertId: string;
  /** A term of the language, without its minus. */
  term: string;
}

/** Lets the holder of a link set a person's cadence. Any text: see `pause-person.ts`. */
export interface CadenceGrant {
  kind: 'cadence';
  uid: string;
  to: string;
  /** The cadence when the link was made. */
  from: string;
}

export type ChangeGrant = LeaveOutGrant | CadenceGrant;

const text = z.string().min(1);
const grantSchema = z.union([
  z
    .tuple([z.literal('-'), text, text, text])
    .transform(([, uid, alertId, term]): LeaveOutGrant => ({
      kind: 'leave-out',
      uid,
      alertId,
      term,
    })),
  z
    .tuple([z.literal('c'), text, text, text])
    .transform(([, uid, to, from]): CadenceGrant => ({ kind: 'cadence', uid, to, from })),
]);

/** A token that makes one change. It is short, because an email has many; see {@link signToken}. */
export function signChange(grant: ChangeGrant, keys: UnsubscribeKeys): string {
  const { uid } = grant;
  const content =
    grant.kind === 'leave-out'
      ? ['-', uid, grant.alertId, grant.term]
      : ['c', uid, grant.to, grant.from];
  return signToken('c1', content, keys);
}

/** What a token grants, or null when none of the keys signed it. */
export function readChange(token: string, keys: UnsubscribeKeys): ChangeGrant | null {
  const content = readToken('c1', token, keys);
  return content === null ? null : grantSchema.parse(content);
}
