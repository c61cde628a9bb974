/** Logs a failure the reader is not told of, because there is nothing they could do about it. */
export function reportQuietly(error: unknown): void {
  // eslint-disable-next-line no-console -- The one place where the site logs.
  console.error(error);
}
