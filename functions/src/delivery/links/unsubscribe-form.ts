export type LinkWish = 'stop' | 'change' | 'undo';

/** Our form and RFC 8058's take a few dozen bytes. */
export const MAX_FORM_BYTES = 4096;

export interface LinkForm {
  press: { wish: LinkWish; proof: string } | null;
  /** True if the body names RFC 8058's one-click unsubscribing. */
  isOneClick: boolean;
}

/** Some mail programs send RFC 8058's form without a content type or with other line ends, so search it as text. */
export function readLinkForm({
  contentType,
  body,
}: {
  contentType: string;
  body: Buffer;
}): LinkForm {
  const text = body.toString('latin1');
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  const fields = new URLSearchParams(isForm ? text : '');
  const [wish, proof] = [fields.get('wish'), fields.get('proof')];
  const isWish = wish === 'stop' || wish === 'change' || wish === 'undo';
  return {
    press: isWish && proof !== null ? { wish, proof } : null,
    isOneClick: /List-Unsubscribe/i.test(text) && /One-Click/i.test(text),
  };
}
