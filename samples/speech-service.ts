import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { captionCues } from '../functions/src/feeds/transcripts/transcript-formats.ts';
import { frameBytes, frameMs, readClips } from './sample-sounds.ts';
import { isSpeechFault, SPEECH_FAULTS, type SpeechFault, tell } from './speech-faults.ts';

/** Base path of a service with OpenAI's API that recognises only the samples' recordings. */
export function speechPath(fault: SpeechFault | null = null): string {
  return fault === null ? '/speech/v1' : `/speech/${fault}/v1`;
}

/** The fault that a path of the service names. Null for any other path. */
export function readSpeechPath(name: string): { fault: SpeechFault | null } | null {
  const found = /^\/speech(?:\/([\w-]+))?\/v1\/audio\/transcriptions$/.exec(name);
  if (found === null) return null;
  const [, fault] = found;
  if (fault === undefined) return { fault: null };
  return isSpeechFault(fault) ? { fault } : null;
}

const MAX_BYTES = 25_000_000;
const HEADER = [0xff, 0xf3, 0x28, 0xc4];

interface KnownClip {
  frames: Buffer[];
  /** Index of the frame that identifies the clip. */
  middle: number;
  text: string;
}

/** Clips by the bytes of their middle frame. */
type KnownClips = ReadonlyMap<string, KnownClip>;

export async function readKnownClips(): Promise<KnownClips> {
  const known = new Map<string, KnownClip>();
  const folders = await readdir(path.join(import.meta.dirname, 'sounds'), { withFileTypes: true });
  const spoken = folders.filter((each) => each.isDirectory()).map(({ name }) => name);
  for (const name of spoken) {
    const words = await wordsOf(name);
    for (const { atS, mp3 } of await readClips(name)) {
      const frames = framesOf(mp3).map(({ bytes }) => bytes);
      const middle = Math.floor(frames.length / 2);
      const text = words.get(Math.round(atS * 1000));
      const key = frames[middle]?.toString('latin1');
      if (text !== undefined && key !== undefined) known.set(key, { frames, middle, text });
    }
  }
  return known;
}

/** Maps the start of each cue in milliseconds to its text. */
async function wordsOf(name: string): Promise<Map<number | null, string>> {
  for (const folder of ['transcribed', 'transcripts']) {
    const place = path.join(import.meta.dirname, folder);
    const file = (await readdir(place)).find((each) => path.parse(each).name === name);
    if (file === undefined) continue;
    const cues = captionCues(await readFile(path.join(place, file), 'utf8'));
    return new Map(cues.map(({ startMs, text }) => [startMs, text]));
  }
  throw new Error(`Nobody has written down what is said in ${name}.`);
}

function framesOf(bytes: Buffer): { bytes: Buffer; at: number }[] {
  const frames: { bytes: Buffer; at: number }[] = [];
  const header = Buffer.from(HEADER);
  const first = bytes.indexOf(header);
  const isFrame = (at: number) => bytes.subarray(at, at + HEADER.length).equals(header);
  // After the last frame comes the rest of the multipart form.
  for (let at = first; at >= 0 && isFrame(at); at += frameBytes)
    frames.push({ bytes: bytes.subarray(at, at + frameBytes), at: frames.length });
  return frames;
}

export function recognise(mp3: Buffer, known: KnownClips) {
  const frames = framesOf(mp3);
  return frames.flatMap(({ bytes, at }) => {
    const clip = known.get(bytes.toString('latin1'));
    if (clip === undefined) return [];
    const { frames: said, middle, text } = clip;
    const isWhole = said.every((frame, index) => {
      const heard = frames[at - middle + index]?.bytes;
      // The upload may cut off the beginning or the end of a clip.
      return heard === undefined || heard.equals(frame);
    });
    const start = (Math.max(0, at - middle) * frameMs) / 1000;
    const end = ((at - middle + said.length) * frameMs) / 1000;
    return isWhole
      ? [
          {
            start,
            end,
            text: ` ${text}`,
            no_speech_prob: 0.01,
            avg_logprob: -0.2,
            compression_ratio: 1.3,
          },
        ]
      : [];
  });
}

export interface SpeechService {
  /** Responds to an upload as OpenAI does with `verbose_json`, or with a fault. */
  take: (
    request: IncomingMessage,
    response: ServerResponse,
    fault: SpeechFault | null,
  ) => Promise<void>;
  billedSeconds: () => number;
}

export function speechService(known: KnownClips): SpeechService {
  const uploads = new Map<string, number>();
  let billed = 0;
  return {
    async take(request, response, fault) {
      const body = await readBody(request);
      if (body === null) {
        response.writeHead(413).end();
        return;
      }
      // The file is the only part of the form with frames in it.
      const file = Buffer.concat(framesOf(body).map(({ bytes }) => bytes));
      const seconds = (file.length / frameBytes) * (frameMs / 1000);
      const upload = `${String(fault)} ${hash('sha256', file)}`;
      const before = uploads.get(upload) ?? 0;
      uploads.set(upload, before + 1);
      const segments = recognise(file, known);
      const language = /name="language"\r\n\r\n([^\r]*)/.exec(body.toString('latin1'))?.[1] ?? null;
      const isBilled =
        fault === null
          ? tell(response, segments)
          : await SPEECH_FAULTS[fault](response, { language, segments, seconds, before });
      if (isBilled) billed += seconds;
    },
    billedSeconds: () => billed,
  };
}

/** Null if the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > MAX_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
