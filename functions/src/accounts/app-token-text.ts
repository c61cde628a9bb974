import { hash, randomBytes } from 'node:crypto';

/** `c`: a code, exchanged once for the other two. `a`: access, for an hour. `r`: refresh, exchanged once for new ones. */
type Kind = 'c' | 'a' | 'r';

const SECRET_BYTES = 32;
const FORM = /^es([car])_([0-9a-f]{20})[\w-]{43}$/;

/** `es`, the kind, `_`, the id of the connected app, then 256 random bits. */
export function newAppToken(kind: Kind, appId: string): string {
  return `es${kind}_${appId}${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The id of the app whose token this is, or null if the text is no token of this kind. */
export function appIdOf(kind: Kind, text: string): string | null {
  const [, of, appId] = FORM.exec(text) ?? [];
  return of === kind ? (appId ?? null) : null;
}

export function appTokenHash(text: string): string {
  return hash('sha256', text);
}
