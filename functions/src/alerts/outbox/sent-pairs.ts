import type { AlertFields } from '../../contract/index.ts';
import { wantedPart } from '../../query/normalize-query.ts';
import { normalFormOf } from '../matching/saved-keywords.ts';
import type { DigestSection } from './digest.ts';
import { pairBytes, pairHash, pairsIn } from './sent-log.ts';

/**
 * What an episode is told under: the alert, whatever it asks for at the time, so that an alert that was
 * changed tells nothing twice; and what the alert looks for, whatever it leaves out, so that two alerts
 * of a person that look for the same do not either.
 * @param normalized The alert's keyword in its normal form.
 */
export function scopesOf(alertId: string, normalized: string): string[] {
  return [`alert ${alertId}`, `form ${wantedPart(normalized)}`];
}

/** What the sent log remembers of a section. */
export function sectionPairs(
  section: AlertFields & Pick<DigestSection, 'alertId' | 'keys'>,
): Uint8Array {
  const scopes = scopesOf(section.alertId, normalFormOf(section));
  return pairBytes(
    pairsIn(section.keys).flatMap((key) => scopes.map((scope) => pairHash(scope, key))),
  );
}
