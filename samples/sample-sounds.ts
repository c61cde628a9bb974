import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleDocument, type SampleDocument } from './sample-documents.ts';

/** MPEG-2 layer III, 16 kbit/s, 16 kHz, mono, no CRC, as `sounds/make-sounds.sh` encodes. */
const header = [0xff, 0xf3, 0x28, 0xc4];
const samplesPerFrame = 576;
const samplesPerSecond = 16_000;
export const frameMs = (samplesPerFrame * 1000) / samplesPerSecond;
/** 72 × bit rate / sample rate. The two rates are equal here. */
export const frameBytes = 72;

export interface Clip {
  atS: number;
  mp3: Buffer;
}

/**
 * Joins clips and silence into one MP3. All frames have the same size, so that time maps linearly to bytes. Throws if
 * clips overlap or have another format.
 */
export function spokenMp3(clips: readonly Clip[], seconds: number): Buffer {
  // A frame header followed by zeros decodes to silence.
  const silent = Buffer.alloc(frameBytes);
  silent.set(header);
  const sound = Buffer.alloc(
    Math.ceil((seconds * samplesPerSecond) / samplesPerFrame) * frameBytes,
    silent,
  );
  let free = 0;
  for (const { atS, mp3 } of clips.toSorted((left, right) => left.atS - right.atS)) {
    const start = Math.round((atS * samplesPerSecond) / samplesPerFrame) * frameBytes;
    if (mp3.length % frameBytes !== 0 || start < free || start + mp3.length > sound.length) {
      throw new Error(`The speech at ${atS} s does not fit`);
    }
    mp3.copy(sound, start);
    free = start + mp3.length;
  }
  return sound;
}

const SOUNDS = {
  '/audio/tensor-weather-what-a-good-ai-roadmap-leaves-out.mp3': {
    folder: 'tensor-weather-15',
    seconds: 4201,
  },
  '/audio/cafe-kilobyte-mistral-ai-et-al-why-paris-became-a-laboratory.mp3': {
    folder: 'cafe-kilobyte-13',
    seconds: 2080,
  },
  '/audio/loud-agents-picking-up-a-week-with-voice-agents.mp3': {
    folder: 'loud-agents-16',
    seconds: 3394,
  },
  '/audio/steady-hands-memo-satya-nadella-and-the-grammar-of-we.mp3': {
    folder: 'steady-hands-memo-14',
    seconds: 3834,
  },
  // Longer than its feed says, as if the host inserted ads into each download.
  '/audio/silicon-marginalia-a-leather-jacket-and-a-roadmap-watching-an.mp3': {
    folder: 'silicon-marginalia-13',
    seconds: 1755,
  },
  '/audio/monday-reconsidered-the-paralegal-who-taught-her-own-replacement.mp3': {
    folder: 'monday-reconsidered-15',
    seconds: 3480,
  },
};

export async function readClips(folder: string): Promise<Clip[]> {
  const place = path.join(import.meta.dirname, 'sounds', folder);
  const clips = (await readdir(place)).map(async (file) => ({
    atS: Number(path.basename(file, '.mp3')),
    mp3: await readFile(path.join(place, file)),
  }));
  return Promise.all(clips);
}

export async function readSampleSounds(): Promise<Map<string, SampleDocument>> {
  const sounds = Object.entries(SOUNDS).map(async ([name, { folder, seconds }]) => {
    const sound = spokenMp3(await readClips(folder), seconds);
    return [name, sampleDocument('audio/mpeg', sound)] as const;
  });
  return new Map(await Promise.all(sounds));
}
