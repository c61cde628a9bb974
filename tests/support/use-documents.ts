import { afterAll, beforeAll } from 'vitest';
import { type Documents, openDocuments } from './documents.ts';

/** The database is open from before the file's first test until after its last. */
export function useDocuments(): Omit<Documents, 'close'> {
  let opened: Documents | undefined;
  const documents = () => {
    if (!opened) throw new Error('the database is open only while tests run');
    return opened;
  };
  beforeAll(() => {
    opened = openDocuments();
  });
  afterAll(() => opened?.close());
  return {
    seed: (entries) => documents().seed(entries),
    remove: (path) => documents().remove(path),
    read: (path) => documents().read(path),
    below: (path) => documents().below(path),
  };
}
