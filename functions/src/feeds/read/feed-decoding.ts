import { decodeText } from '../../contract/index.ts';

/** Matches characters that XML forbids. Many feeds contain them after copy and paste. */
const FORBIDDEN_CONTROLS = /(?![\t\n\r\x7f-\x9f])[\p{Control}\ufffe\uffff]/gu;

export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  const charset = /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  return decodeText(bytes, charset).replace(FORBIDDEN_CONTROLS, '').trim();
}
