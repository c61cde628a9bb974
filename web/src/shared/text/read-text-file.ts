import { decodeText } from 'functions/contract';

/** Decodes a file in any encoding that it declares; null if the file is binary. */
export function readText(bytes: Uint8Array): string | null {
  const text = decodeText(bytes);
  // Control characters other than tabs and line breaks mean that the file is binary.
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text;
}
