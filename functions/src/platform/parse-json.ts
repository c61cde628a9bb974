/** The parsed value; undefined for malformed JSON. Bytes are read as UTF-8. */
export function parseJson(written: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof written === 'string' ? written : new TextDecoder().decode(written));
  } catch {
    return undefined;
  }
}
