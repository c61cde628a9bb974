import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { UnsubscribeKeys } from '../platform/mail-config.ts';

const text = z.string().min(1);

/**
 * What a token holds after the version of its format: `u1` stops emails, `c1` changes an alert or the
 * cadence. Mails that were sent hold these formats, so they stay as they are. The version is signed with the
 * rest: a token that changes something cannot be turned into one that stops mail.
 */
const FORMATS = {
  u1: z.union([
    z.tuple([text, z.null()]).transform(([uid]) => ({ kind: 'stop-all' as const, uid })),
    z
      .tuple([text, text])
      .transform(([uid, alertId]) => ({ kind: 'stop-alert' as const, uid, alertId })),
  ]),
  c1: z.union([
    z
      .tuple([z.literal('-'), text, text, text])
      .transform(([, uid, alertId, term]) => ({ kind: 'exclude' as const, uid, alertId, term })),
    z
      .tuple([z.literal('c'), text, text, text])
      .transform(([, uid, to, from]) => ({ kind: 'cadence' as const, uid, to, from })),
  ]),
};

type Format = keyof typeof FORMATS;

/**
 * What the holder of a link may do: stop all of a person's mail, pause one alert, exclude a term (without its
 * minus) from one, or set the cadence, which was `from` when the link was made. A cadence is any text: see
 * `pause-person.ts`.
 */
export type LinkGrant = z.infer<(typeof FORMATS)[Format]>;

export type GrantOf<Kind extends LinkGrant['kind']> = Extract<LinkGrant, { kind: Kind }>;

function contentOf(grant: LinkGrant): [Format, (string | null)[]] {
  switch (grant.kind) {
    case 'stop-all':
      return ['u1', [grant.uid, null]];
    case 'stop-alert':
      return ['u1', [grant.uid, grant.alertId]];
    case 'exclude':
      return ['c1', ['-', grant.uid, grant.alertId, grant.term]];
    case 'cadence':
      return ['c1', ['c', grant.uid, grant.to, grant.from]];
  }
}

/** Firestore ids and terms of a query are shorter, so we never signed a longer token. */
const MAX_TOKEN_LENGTH = 4096;

/**
 * A token for a link in a mail, safe in an address without encoding, and short, because an email has many. It
 * never expires, because a link must work as long as the mail is kept. The first key signs it.
 */
export function signLink(grant: LinkGrant, [signing]: UnsubscribeKeys): string {
  const [format, content] = contentOf(grant);
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${format}.${payload}.${signature(format, payload, signing)}`;
}

/** What a token grants, or null when none of the keys signed it. */
export function readLink(token: string, keys: UnsubscribeKeys): LinkGrant | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [, format, payload = '', given = ''] = /^(u1|c1)\.([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
  if (format !== 'u1' && format !== 'c1') return null;
  if (!keys.some((key) => isSignature(given, signature(format, payload, key)))) return null;
  return FORMATS[format].parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

/**
 * Compares text, not bytes: several base64url texts decode to the same bytes, and only one was
 * issued.
 */
function isSignature(given: string, wanted: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

function signature(format: Format, payload: string, key: string): string {
  return createHmac('sha256', key).update(`${format}.${payload}`).digest('base64url');
}
