import path from 'node:path';

export const REPOSITORY = path.resolve(import.meta.dirname, '../..');

export function shownPath(file: string): string {
  return path.relative(REPOSITORY, file);
}
