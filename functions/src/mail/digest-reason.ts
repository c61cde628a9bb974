import type { DigestContent } from './digest-content.ts';

const WHEN: Record<DigestContent['cadence'], string> = {
  hourly: 'as new episodes come in',
  daily: 'once a day',
  weekly: 'once a week',
};

/** Why somebody gets a digest, in one sentence. */
export function digestReason(cadence: DigestContent['cadence'], siteName: string): string {
  return `You get this mail because you saved alerts at ${siteName} and asked to hear of news ${WHEN[cadence]}.`;
}
