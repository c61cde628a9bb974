/** Null if the body exceeds `maxBytes`; the rest is not read. Rejects if the body ends early. */
export async function readResponseBody(
  body: AsyncIterable<unknown>,
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
