import { TextDecoder } from 'node:util';

const DECLARATION_BYTES = 1024;

/** Characters that XML forbids, but that are common in feeds after copy and paste. */
const FORBIDDEN_CONTROLS = /(?![\t\n\r\x7f-\x9f])[\p{Control}\ufffe\uffff]/gu;

/**
 * Decodes a feed, without byte order mark and control characters. The encoding is that of the byte order
 * mark, the HTTP header, the XML declaration, or UTF-8, in this order. Invalid UTF-8 is decoded as
 * windows-1252.
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  const decoder =
    decoderOf(markedEncoding(bytes)) ??
    decoderOf(httpCharset(contentType)) ??
    decoderOf(declaredEncoding(bytes)) ??
    new TextDecoder('utf-8');
  return decodeWith(decoder, bytes).replace(FORBIDDEN_CONTROLS, '').trim();
}

function decodeWith(decoder: TextDecoder, bytes: Uint8Array): string {
  if (decoder.encoding !== 'utf-8') return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * The encoding by the byte order mark; UTF-16 without one is recognised by the zero byte next to the first
 * `<`.
 */
function markedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return undefined;
}

function httpCharset(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  const name = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(beginning)?.[1];
  // A declaration that was readable byte by byte cannot be in UTF-16.
  return name && /^utf-?16/i.test(name) ? 'utf-8' : name;
}

function decoderOf(name: string | undefined): TextDecoder | undefined {
  if (name === undefined) return undefined;
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}
