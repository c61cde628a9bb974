import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { MAX_PAUSE_DAYS } from '../../contract/index.ts';
import type { UnsubscribeKeys } from '../../platform/mail-config.ts';

const text = z.string().min(1);
const days = z.coerce.number().positive().max(MAX_PAUSE_DAYS);

/**
 * Payload by format version: `h1` is the address in `List-Unsubscribe`, `u1` stops mail, `c1` changes an alert or
 * the cadence. Mails already sent contain these formats, so they never change. The signature covers the version.
 * Older links of an alert lack the hash of its query (`saidOf`).
 */
const FORMATS = {
  h1: z.tuple([text]).transform(([uid]) => ({ kind: 'one-click' as const, uid })),
  u1: z.union([
    z.tuple([text, z.null()]).transform(([uid]) => ({ kind: 'stop-all' as const, uid })),
    z
      .tuple([text, text])
      .transform(([uid, alertId]) => ({ kind: 'stop-alert' as const, uid, alertId })),
    z
      .tuple([text, text, text])
      .transform(([uid, alertId, said]) => ({ kind: 'stop-alert' as const, uid, alertId, said })),
  ]),
  c1: z.union([
    z
      .tuple([z.literal('-'), text, text, text])
      .transform(([, uid, alertId, term]) => ({ kind: 'exclude' as const, uid, alertId, term })),
    z.tuple([z.literal('-'), text, text, text, text]).transform(([, uid, alertId, term, said]) => ({
      kind: 'exclude' as const,
      uid,
      alertId,
      term,
      said,
    })),
    z.tuple([z.literal('p'), text, text, days, text]).transform(([, uid, alertId, days, said]) => ({
      kind: 'pause-alert' as const,
      uid,
      alertId,
      days,
      said,
    })),
    z
      .tuple([z.literal('c'), text, text, text])
      .transform(([, uid, to, from]) => ({ kind: 'cadence' as const, uid, to, from })),
  ]),
};

type Format = keyof typeof FORMATS;

/**
 * `one-click` stops all mail by a bare POST. `term` has no minus. `from` is the cadence when the link was
 * created. A cadence can be any text: see `pause-person.ts`.
 */
export type LinkGrant =
  | { kind: 'one-click'; uid: string }
  | { kind: 'stop-all'; uid: string }
  | { kind: 'stop-alert'; uid: string; alertId: string; said?: string | undefined }
  | { kind: 'pause-alert'; uid: string; alertId: string; days: number; said: string }
  | { kind: 'exclude'; uid: string; alertId: string; term: string; said?: string | undefined }
  | { kind: 'cadence'; uid: string; to: string; from: string };

export type GrantOf<Kind extends LinkGrant['kind']> = Extract<LinkGrant, { kind: Kind }>;

function contentOf(grant: LinkGrant): [Format, (string | null)[]] {
  switch (grant.kind) {
    case 'one-click':
      return ['h1', [grant.uid]];
    case 'stop-all':
      return ['u1', [grant.uid, null]];
    case 'stop-alert':
      return ['u1', [grant.uid, grant.alertId, ...saidIn(grant)]];
    case 'pause-alert':
      return ['c1', ['p', grant.uid, grant.alertId, String(grant.days), ...saidIn(grant)]];
    case 'exclude':
      return ['c1', ['-', grant.uid, grant.alertId, grant.term, ...saidIn(grant)]];
    case 'cadence':
      return ['c1', ['c', grant.uid, grant.to, grant.from]];
  }
}

const saidIn = ({ said }: { said?: string | undefined }) => (said === undefined ? [] : [said]);

/** No signed token is longer, because ids and terms are short. */
const MAX_TOKEN_LENGTH = 4096;

/**
 * Returns a URL-safe token, which is short because a mail has many. It never expires, because a link must work as long
 * as the mail exists.
 */
export function signLink(grant: LinkGrant, [signing]: UnsubscribeKeys): string {
  const [format, content] = contentOf(grant);
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${format}.${payload}.${signature(format, payload, signing)}`;
}

export function readLink(token: string, keys: UnsubscribeKeys): LinkGrant | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [, format, payload = '', given = ''] =
    /^(h1|u1|c1)\.([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
  if (format !== 'h1' && format !== 'u1' && format !== 'c1') return null;
  if (!keys.some((key) => isSignature(given, signature(format, payload, key)))) return null;
  return FORMATS[format].parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

/** Proves that our page was shown for the token. Programs that request all links of a mail do not send this proof. */
export function signPage(token: string, [signing]: UnsubscribeKeys): string {
  return signature('page', token, signing);
}

export function isPageProof(proof: string, token: string, keys: UnsubscribeKeys): boolean {
  if (!/^[\w-]{43}$/.test(proof)) return false;
  return keys.some((key) => isSignature(proof, signature('page', token, key)));
}

/** Compares text, not bytes, because several base64url texts decode to the same bytes. */
function isSignature(given: string, wanted: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

function signature(format: Format | 'page', payload: string, key: string): string {
  return createHmac('sha256', key).update(`${format}.${payload}`).digest('base64url');
}
