import { createHash, type Hash } from 'node:crypto';
import * as z from 'zod';
import { MAX_AUDIO_BYTES, type OpenAudio } from '../../feeds/fetch/fetch-audio.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import { AudioError, type AudioPart, PART_LIMITS } from '../audio/audio-part.ts';
import { cutSound } from '../audio/cut-sound.ts';

const storedPart = z.object({
  type: z.enum(['mp3', 'm4a', 'ogg', 'webm']),
  /** Hash of the part's frames, so that no part is paid for twice. */
  sha256: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  isSilent: z.boolean(),
  quiet: z.array(z.tuple([z.number(), z.number()])),
});

const manifestSchema = z.object({ audioSha256: z.string(), parts: z.array(storedPart).min(1) });

export type StoredPart = z.infer<typeof storedPart>;
export type Manifest = z.infer<typeof manifestSchema>;

export class BrokenAudio extends Error {
  override name = 'BrokenAudio';
}

const manifestName = (key: string) => `manifest-${key}`;
const audioName = (key: string, { sha256 }: Pick<StoredPart, 'sha256'>) =>
  `audio-${key}-${sha256.slice(0, 32)}`;

export async function readManifest(objects: ObjectStore, key: string): Promise<Manifest | null> {
  const found = await objects.read(manifestName(key));
  return manifestSchema.safeParse(parseJson(found?.bytes?.toString() ?? '')).data ?? null;
}

export async function readAudio(
  objects: ObjectStore,
  key: string,
  part: StoredPart,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = (await objects.read(audioName(key, part)))?.bytes;
  return bytes ? Uint8Array.from(bytes) : null;
}

/**
 * Rejects with an {@link AudioError} if the audio cannot be cut, and with {@link BrokenAudio} if it ends
 * early. In both cases no part stays stored. Also rejects if the store fails.
 */
export async function cutAudio(
  objects: ObjectStore,
  key: string,
  audio: OpenAudio,
  partMs = PART_LIMITS.partMs,
): Promise<Manifest> {
  const digest = createHash('sha256');
  const parts: StoredPart[] = [];
  try {
    for await (const part of cutSound(hashed(audio, digest), { ...PART_LIMITS, partMs }))
      parts.push(await storePart(objects, key, part));
  } catch (error) {
    if (error instanceof AudioError || error instanceof BrokenAudio)
      await Promise.all(parts.map((part) => objects.remove(audioName(key, part))));
    throw error;
  }
  const manifest = { audioSha256: digest.digest('hex'), parts };
  await storeManifest(objects, key, manifest);
  return manifest;
}

async function* hashed({ body }: OpenAudio, digest: Hash): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MAX_AUDIO_BYTES) throw new AudioError('audio-too-large');
      digest.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AudioError ? error : new BrokenAudio();
  }
}

export async function halvePart(
  objects: ObjectStore,
  key: string,
  manifest: Manifest,
  whole: StoredPart,
): Promise<Manifest> {
  const bytes = (await readAudio(objects, key, whole)) ?? new Uint8Array(0);
  const partMs = Math.ceil((whole.endMs - whole.startMs) / 2) + 1000;
  const halves: StoredPart[] = [];
  for await (const half of cutSound(only(bytes), { ...PART_LIMITS, partMs })) {
    const [startMs, endMs] = [whole.startMs + half.startMs, whole.startMs + half.endMs];
    halves.push(await storePart(objects, key, { ...half, startMs, endMs }));
  }
  const parts = manifest.parts.flatMap((part) => (part.sha256 === whole.sha256 ? halves : [part]));
  const halved = { ...manifest, parts };
  await storeManifest(objects, key, halved);
  await objects.remove(audioName(key, whole));
  return halved;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

async function storePart(objects: ObjectStore, key: string, part: AudioPart): Promise<StoredPart> {
  const { bytes, ...stored } = part;
  // If an object with this name exists, it has the same sound and is not replaced.
  if (!part.isSilent) await objects.write(audioName(key, stored), [Buffer.from(bytes)], null);
  return stored;
}

async function storeManifest(objects: ObjectStore, key: string, manifest: Manifest): Promise<void> {
  await objects.remove(manifestName(key));
  await objects.write(manifestName(key), [Buffer.from(JSON.stringify(manifest))], null);
}

export async function removeAudio(objects: ObjectStore, key: string): Promise<void> {
  const manifest = await readManifest(objects, key);
  if (manifest === null) return;
  await Promise.all(manifest.parts.map((part) => objects.remove(audioName(key, part))));
  await objects.remove(manifestName(key));
}
