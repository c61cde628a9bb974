export type LinkWish = 'show' | 'stop' | 'change' | 'undo';

/** Our form and RFC 8058's take a few dozen bytes. */
export const MAX_FORM_BYTES = 4096;

/** The only part of RFC 8058's multipart form, whatever its other headers. */
const ONE_CLICK_PART =
  /\r\nContent-Disposition: form-data; name="?List-Unsubscribe"?\r\n(?:[^\r\n]+\r\n)*\r\nOne-Click\r\n--/i;

/**
 * Null for an unknown form. Mail programs POST `List-Unsubscribe=One-Click`, urlencoded or multipart (RFC
 * 8058, 3.2); our page POSTs `wish`. GET changes nothing, because mail scanners follow every link.
 */
export function readLinkWish(request: {
  method: string;
  contentType: string;
  body: Buffer;
}): LinkWish | null {
  const { method, contentType, body } = request;
  if (method !== 'POST') return 'show';
  if (body.length > MAX_FORM_BYTES) return null;
  const text = body.toString('latin1');
  if (/^multipart\/form-data\b/i.test(contentType))
    return ONE_CLICK_PART.test(text) ? 'stop' : null;
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) return null;
  const form = new URLSearchParams(text);
  if (form.get('List-Unsubscribe') === 'One-Click') return 'stop';
  const wish = form.get('wish');
  return wish === 'stop' || wish === 'change' || wish === 'undo' ? wish : null;
}
