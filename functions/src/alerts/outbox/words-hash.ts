import type { AlertFields } from '../../contract/index.ts';
import { queryKey } from '../match/saved-keywords.ts';
import { keyHash } from './sent-log.ts';

/**
 * Identifies an alert's query without revealing it. Equal queries in different spellings have the same hash.
 */
export function wordsHash(alert: AlertFields): string {
  return keyHash(queryKey(alert) ?? '');
}
