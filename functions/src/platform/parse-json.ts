/** Returns undefined for malformed JSON. Reads bytes as UTF-8. */
export function parseJson(written: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof written === 'string' ? written : new TextDecoder().decode(written));
  } catch {
    return undefined;
  }
}
