/** Documents of one collection, as many as the limit allowed. */
export interface Taken<T> {
  taken: T[];
  /** Whether at least one more was left out. */
  truncated: boolean;
}

/**
 * Takes documents from a stream as long as their JSON fits into `limitBytes` (UTF-8, commas
 * included) and `isLate` is false. Stops reading at the first document that does not fit or comes
 * too late.
 */
export async function limitExportSize<T>(
  documents: AsyncIterable<T>,
  limitBytes: number,
  isLate: () => boolean = () => false,
): Promise<Taken<T>> {
  const taken: T[] = [];
  let bytes = 0;
  for await (const document of documents) {
    bytes += Buffer.byteLength(JSON.stringify(document)) + 1;
    if (bytes > limitBytes || isLate()) return { taken, truncated: true };
    taken.push(document);
  }
  return { taken, truncated: false };
}
