import path from 'node:path';

/** The folder the repository is checked out in, absolute. */
export const REPOSITORY = path.resolve(import.meta.dirname, '../..');

/** How a file of the repository is shown to a person: relative to it, with forward slashes. */
export function shownPath(file: string): string {
  return path.relative(REPOSITORY, file).replaceAll(path.sep, '/');
}
