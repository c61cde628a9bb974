/** Undefined for malformed JSON. Bytes are UTF-8. */
export function parseJson(written: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof written === 'string' ? written : new TextDecoder().decode(written));
  } catch {
    return undefined;
  }
}
