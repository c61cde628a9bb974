export type LinkWish = 'show' | 'stop' | 'change' | 'undo';

/** Our form and RFC 8058's take a few dozen bytes. */
export const MAX_FORM_BYTES = 4096;

/**
 * Reads `wish`, which our page POSTs. Any other POST is a mail program's one-click unsubscribing (RFC 8058):
 * programs send the form without a content type, with other line ends or not at all, and only the token in
 * the address is signed. Null for an unknown wish. GET changes nothing, because mail scanners follow every
 * link.
 */
export function readLinkWish(request: {
  method: string;
  contentType: string;
  body: Buffer;
}): LinkWish | null {
  const { method, contentType, body } = request;
  if (method !== 'POST') return 'show';
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) return 'stop';
  const wish = new URLSearchParams(body.toString('latin1')).get('wish');
  if (wish === null) return 'stop';
  return wish === 'stop' || wish === 'change' || wish === 'undo' ? wish : null;
}
