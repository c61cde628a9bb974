import { createHmac, timingSafeEqual } from 'node:crypto';

/** WebSub, section 7. The most used hubs sign with SHA-1 only, which is still safe in an HMAC. */
const METHODS = new Set(['sha1', 'sha256', 'sha384', 'sha512']);

/** @param header `X-Hub-Signature`: `method=hexadecimal`. */
export function isSignedByHub(
  body: Uint8Array,
  header: string | undefined,
  secret: string,
): boolean {
  const [, method = '', signature = ''] =
    /^(\w{4,6})=([0-9a-f]{40,128})$/i.exec(header ?? '') ?? [];
  const name = method.toLowerCase();
  if (!METHODS.has(name)) return false;
  const expected = createHmac(name, secret).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
