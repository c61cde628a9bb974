import type { DigestContent } from './digest-content.ts';

const WHEN: Record<DigestContent['cadence'], string> = {
  hourly: 'when there are new episodes',
  daily: 'once a day',
  weekly: 'once a week',
};

/** How often somebody gets a digest, without a full stop. */
export function digestRhythm(cadence: DigestContent['cadence']): string {
  return `You get this email ${WHEN[cadence]}`;
}

/** Why somebody gets a digest, in one sentence. */
export function digestReason(cadence: DigestContent['cadence'], siteName: string): string {
  return `You get this email ${WHEN[cadence]} because you saved alerts on ${siteName}.`;
}
