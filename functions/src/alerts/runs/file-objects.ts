import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectStore } from './object-store.ts';

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
