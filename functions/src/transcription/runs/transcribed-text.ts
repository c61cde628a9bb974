import { hash } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../platform/parse-json.ts';
import {
  packSpokenText,
  toSpokenText,
  type SpokenText,
  unpackSpokenText,
} from '../../feeds/transcripts/spoken-text.ts';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import type { Cue } from '../../feeds/transcripts/transcript.ts';

const textSchema = z.object({
  version: z.literal(1),
  audioSha256: z.string(),
  heardSeconds: z.number().int().positive(),
  model: z.string(),
  heardAtMs: z.number(),
  /** Result of `packSpokenText` in Base64. */
  spoken: z.string(),
});

/** A paid transcript. It outlives the catalogue, which is only a cache. */
export interface TranscribedText {
  spoken: SpokenText;
  transcribedSeconds: number;
}

/** Key of an episode in the bucket, equal for every catalogue. */
export function jobKey({ feed, identity }: { feed: string; identity: string }): string {
  return hash('sha256', `${feed}\n${identity}`).slice(0, 32);
}

const nameOf = (key: string) => `text-${key}`;

export async function storeText(
  objects: ObjectStore,
  key: string,
  {
    cues,
    ...about
  }: { cues: readonly Cue[] } & Omit<z.infer<typeof textSchema>, 'version' | 'spoken'>,
): Promise<void> {
  const spoken = Buffer.from(packSpokenText(toSpokenText(cues))).toString('base64');
  const text: z.infer<typeof textSchema> = { version: 1, ...about, spoken };
  // Replaces only a damaged transcript: another is as good and was paid for.
  if ((await readText(objects, key)) !== null) return;
  await objects.remove(nameOf(key));
  await objects.write(nameOf(key), [Buffer.from(JSON.stringify(text))], null);
}

export async function readText(objects: ObjectStore, key: string): Promise<TranscribedText | null> {
  const found = await objects.read(nameOf(key));
  const { data } = textSchema.safeParse(parseJson(found?.bytes?.toString() ?? ''));
  if (data === undefined) return null;
  return {
    spoken: unpackSpokenText(Buffer.from(data.spoken, 'base64')),
    transcribedSeconds: data.heardSeconds,
  };
}

export async function removeText(objects: ObjectStore, key: string): Promise<void> {
  await objects.remove(nameOf(key));
}
