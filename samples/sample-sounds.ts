import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleDocument, type SampleDocument } from './sample-documents.ts';
import { spokenMp3 } from './spoken-mp3.ts';

/** Spoken episodes by their paths, with the folder of the clips and the length. */
const SOUNDS = {
  '/audio/tensor-weather-what-a-good-ai-roadmap-leaves-out.mp3': {
    folder: 'tensor-weather-15',
    seconds: 4201,
  },
  '/audio/cafe-kilobyte-mistral-ai-et-al-why-paris-became-a-laboratory.mp3': {
    folder: 'cafe-kilobyte-13',
    seconds: 2080,
  },
};

/** Spoken audio by its path on the host; all other audio is silence. */
export async function readSampleSounds(): Promise<Map<string, SampleDocument>> {
  const sounds = Object.entries(SOUNDS).map(async ([name, { folder, seconds }]) => {
    const place = path.join(import.meta.dirname, 'sounds', folder);
    const clips = (await readdir(place)).map(async (file) => ({
      atS: Number(path.basename(file, '.mp3')),
      mp3: await readFile(path.join(place, file)),
    }));
    const sound = spokenMp3(await Promise.all(clips), seconds);
    return [name, sampleDocument('audio/mpeg', sound)] as const;
  });
  return new Map(await Promise.all(sounds));
}
