import { fileURLToPath } from 'node:url';
import { catalogueAccess } from './catalogue-access.ts';
import { link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { catalogueBucket, packFile, type StorageAccess } from './catalogue-bucket.ts';
import { randomUUID } from 'node:crypto';

interface StoredObject {
  /** Null if the object is corrupt. */
  bytes: Buffer | null;
  generation: string;
}

/** Objects in a bucket or in files: indexes and changes of alerts, and transcripts. */
export interface ObjectStore {
  /** Returns null if the object is absent. Rejects if the store is unreachable. */
  read(name: string): Promise<StoredObject | null>;
  /**
   * Compare-and-swap: writes the object if its generation is `replaces` (null: absent). Readers see the old or the
   * new object. Returns the new generation; null if another writer was faster.
   */
  write(name: string, pieces: Iterable<Buffer>, replaces: string | null): Promise<string | null>;
  /** No effect if the object is absent. */
  remove(name: string): Promise<void>;
}

/**
 * Stores objects in files, for processes on one machine. A generation is a file `name.generation`, created as a hard
 * link, which fails if another process has created the same generation.
 */
export function fileObjects(folder: string): ObjectStore {
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
          // A writer has replaced the file since it was listed.
          if (!isCode(error, 'ENOENT')) throw error;
        }
      }
    },

    async write(name, pieces, replaces) {
      await mkdir(folder, { recursive: true });
      const [newest = 0, ...older] = await generationsOf(name);
      if (String(newest) !== (replaces ?? '0')) return null;
      const draft = path.join(folder, `draft-${randomUUID()}`);
      await writeFile(draft, pieces);
      try {
        await link(draft, fileOf(name, newest + 1));
      } catch (error) {
        if (isCode(error, 'EEXIST')) return null;
        throw error;
      } finally {
        await rm(draft, { force: true });
      }
      // Keeps the previous generation, so that a slow writer of that generation fails with EEXIST.
      await Promise.all(older.map((each) => rm(fileOf(name, each), { force: true })));
      return String(newest + 1);
    },

    async remove(name) {
      const generations = await generationsOf(name);
      await Promise.all(generations.map((each) => rm(fileOf(name, each), { force: true })));
    },
  };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Stores objects in a bucket; `folder` is `gs://bucket/folder`. The checksum of gzip reveals corruption. */
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

    write: (name, pieces, replaces) =>
      withTemporaryFolder(async (temporary) => {
        const [file, packed] = ['object', 'packed'].map((each) => path.join(temporary, each)) as [
          string,
          string,
        ];
        await writeFile(file, pieces);
        await packFile(file, packed);
        return objectOf(name).store(packed, replaces);
      }),

    remove: (name) => objectOf(name).remove(),
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

/** @param url `file:` and a path, or `gs://bucket/folder`. */
export function openObjects(url: string): ObjectStore {
  if (/^gs:/i.test(url)) return bucketObjects(url, catalogueAccess().storage);
  return fileObjects(/^file:\/\//i.test(url) ? fileURLToPath(url) : url.slice('file:'.length));
}
