import { openObjects } from '../catalogue/file/object-store.ts';
import { fetchAudio } from '../feeds/fetch/fetch-audio.ts';
import { localHosts } from '../feeds/fetch/public-host.ts';
import { config } from '../platform/config.ts';
import { transcriptionSettings } from './services/services.ts';
import type { TranscriptionAccess } from './runs/transcription-run.ts';

/** Null if transcription is off. */
export function transcriptionAccess(): TranscriptionAccess | null {
  const settings = transcriptionSettings();
  if (settings === null) return null;
  const { TRANSCRIPTS_URL, FUNCTIONS_EMULATOR: emulated } = config();
  const allowPrivate = localHosts(emulated);
  return {
    settings,
    objects: openObjects(TRANSCRIPTS_URL),
    openAudio: (url, signal) => fetchAudio(url, { allowPrivate, signal }),
    clock: Date.now,
  };
}
