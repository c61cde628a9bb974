import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  catalogueBucket,
  packFile,
  type StorageAccess,
} from '../../catalogue/storage/catalogue-bucket.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Objects in a bucket, packed with gzip, which knows damage.
 * @param folder `gs://bucket/folder`.
 */
export function bucketObjects(folder: string, access: StorageAccess): ObjectStore {
  const objectOf = (name: string) => catalogueBucket(`${folder}/${name}`, access);

  return {
    read: (name) =>
      withTemporaryFolder(async (temporary) => {
        const file = path.join(temporary, 'object');
        const answer = await objectOf(name).fetchNewer(null, file);
        if (!('generation' in answer)) return null;
        const { kind, generation } = answer;
        return { bytes: kind === 'damaged' ? null : await readFile(file), generation };
      }),

    write: (name, bytes, replaces) =>
      withTemporaryFolder(async (temporary) => {
        const [file, packed] = ['object', 'packed'].map((each) => path.join(temporary, each)) as [
          string,
          string,
        ];
        await writeFile(file, bytes);
        await packFile(file, packed);
        return objectOf(name).store(packed, replaces);
      }),
  };
}

async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-objects-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
