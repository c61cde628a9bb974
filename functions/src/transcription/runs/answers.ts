import { hash } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../platform/parse-json.ts';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import type { Segment } from '../services/transcription-service.ts';

const number = z.number().nullable();
const segments = z.array(
  z.object({
    startMs: z.number(),
    endMs: z.number(),
    text: z.string(),
    noSpeech: number,
    logProbability: number,
    compression: number,
  }),
);

/** Responses of a service, by hash of the part. A part with a stored response is never sent again. */
export interface Answers {
  read: (sha256: string) => Promise<Segment[] | null>;
  store: (sha256: string, answer: readonly Segment[]) => Promise<void>;
  remove: (sha256: string) => Promise<void>;
}

export function answersOf(objects: ObjectStore, endpoint: string): Answers {
  const suffix = hash('sha256', endpoint).slice(0, 12);
  const nameOf = (sha256: string) => `part-${sha256}-${suffix}`;
  const read = async (sha256: string) => {
    const found = await objects.read(nameOf(sha256));
    return segments.safeParse(parseJson(found?.bytes?.toString() ?? '')).data ?? null;
  };
  return {
    read,
    async store(sha256, answer) {
      const bytes = [Buffer.from(JSON.stringify(answer))];
      const isStored = (await objects.write(nameOf(sha256), bytes, null)) !== null;
      if (isStored || (await read(sha256)) !== null) return;
      // The stored response is damaged.
      await objects.remove(nameOf(sha256));
      await objects.write(nameOf(sha256), bytes, null);
    },
    remove: (sha256) => objects.remove(nameOf(sha256)),
  };
}

export async function removeAnswers(
  objects: ObjectStore,
  endpoint: string,
  sha256s: readonly string[],
): Promise<void> {
  const answers = answersOf(objects, endpoint);
  await Promise.all(sha256s.map((sha256) => answers.remove(sha256)));
}
