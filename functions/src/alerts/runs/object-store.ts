import { fileURLToPath } from 'node:url';
import { catalogueAccess } from '../../catalogue/storage/catalogue-access.ts';
import { link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  catalogueBucket,
  packFile,
  type StorageAccess,
} from '../../catalogue/storage/catalogue-bucket.ts';
import { randomUUID } from 'node:crypto';

interface StoredObject {
  /** Null when it is there but damaged. */
  bytes: Buffer | null;
  /** Changes whenever it is written. */
  generation: string;
}

/**
 * Where indexes and change batches lie: objects in a bucket, or files. Nothing in it is the truth: what
 * is lost or damaged is made anew from the documents.
 */
export interface ObjectStore {
  /** Null when there is none. Rejects when the store cannot be reached. */
  read(name: string): Promise<StoredObject | null>;
  /**
   * Writes in the place of exactly that generation (null: of none), or does nothing when another
   * writer was faster. A reader sees all of it or nothing.
   */
  write(name: string, bytes: Buffer, replaces: string | null): Promise<'stored' | 'overtaken'>;
}

/**
 * Objects as files of one folder, for processes on one machine. Each generation is a file of its own,
 * `name.generation`, put in place by a link: that fails when another process has made the same one.
 */
export function fileObjects(folder: string): ObjectStore {
  /** Generations of an object, the newest first. */
  async function generationsOf(name: string): Promise<number[]> {
    const files = await readdir(folder).catch(() => []);
    return files
      .filter((file) => file.startsWith(`${name}.`))
      .map((file) => Number(file.slice(name.length + 1)))
      .filter(Number.isSafeInteger)
      .sort((a, b) => b - a);
  }

  const fileOf = (name: string, generation: number) => path.join(folder, `${name}.${generation}`);

  return {
    async read(name) {
      for (;;) {
        const [newest] = await generationsOf(name);
        if (newest === undefined) return null;
        try {
          return { bytes: await readFile(fileOf(name, newest)), generation: String(newest) };
        } catch (error) {
          // A writer has replaced it between the two calls.
          if (!isCode(error, 'ENOENT')) throw error;
        }
      }
    },

    async write(name, bytes, replaces) {
      await mkdir(folder, { recursive: true });
      const [newest = 0, ...older] = await generationsOf(name);
      if (String(newest) !== (replaces ?? '0')) return 'overtaken';
      const draft = path.join(folder, `draft-${randomUUID()}`);
      await writeFile(draft, bytes);
      try {
        await link(draft, fileOf(name, newest + 1));
      } catch (error) {
        if (isCode(error, 'EEXIST')) return 'overtaken';
        throw error;
      } finally {
        await rm(draft, { force: true });
      }
      // The one before stays: a writer that is slow must still find its name taken.
      await Promise.all(older.map((each) => rm(fileOf(name, each), { force: true })));
      return 'stored';
    },
  };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

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

/** The folder at an address: `file:` and a path, or `gs://bucket/folder`. */
export function openObjects(url: string): ObjectStore {
  if (/^gs:/i.test(url)) return bucketObjects(url, catalogueAccess().storage);
  return fileObjects(/^file:\/\//i.test(url) ? fileURLToPath(url) : url.slice('file:'.length));
}
