import type { TranscriptSource } from '../feed-model.ts';
import { linkAddress } from './feed-address.ts';

/** Most transcripts of one episode that are looked at. */
const MAX_WRITTEN = 50;
/** Most that are kept: one that cannot be read gives way to the next. */
const MAX_TRANSCRIPTS = 3;
const MAX_TYPE_LENGTH = 100;

/** A transcript as a feed names it. */
export interface WrittenTranscript {
  url?: string | undefined;
  type?: string | undefined;
  language?: string | undefined;
}

/** By what tells most about times and speakers. The types of SRT are many, and often wrong. */
const PREFERENCE: readonly RegExp[] = [/vtt/, /srt|subrip/, /json/, /html/, /./];

/**
 * The transcripts of an item, the most useful first: those in the language of the show, then by
 * format, WebVTT before all others. Each address once.
 */
export function transcriptsOf(
  written: readonly WrittenTranscript[],
  show: { link: string | null; feedUrl?: string | null; language: string | null },
): TranscriptSource[] {
  const found = new Map<string, TranscriptSource & { rank: number }>();
  for (const { url, type = '', language } of written.slice(0, MAX_WRITTEN)) {
    const address = linkAddress(url, show.link, show.feedUrl);
    if (address === null || found.has(address)) continue;
    const kept = type.trim().toLowerCase().slice(0, MAX_TYPE_LENGTH);
    const foreign = isForeign(language, show.language) ? PREFERENCE.length : 0;
    const rank = foreign + PREFERENCE.findIndex((pattern) => pattern.test(`${kept} ${address}`));
    found.set(address, { url: address, type: kept, rank });
  }
  return [...found.values()]
    .sort((left, right) => left.rank - right.rank)
    .slice(0, MAX_TRANSCRIPTS)
    .map(({ url, type }) => ({ url, type }));
}

/** "en" and "en-US" are one language; one that is not named is the show's. */
function isForeign(language: string | undefined, ofShow: string | null): boolean {
  const primary = (tag: string) => tag.trim().toLowerCase().split(/[-_]/, 1)[0];
  return (
    Boolean(language?.trim()) && ofShow !== null && primary(language ?? '') !== primary(ofShow)
  );
}
