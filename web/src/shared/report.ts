/** Logs an error that is not shown, because the person could do nothing about it. */
export function reportQuietly(error: unknown): void {
  // eslint-disable-next-line no-console -- The one place where the site logs.
  console.error(error);
}
