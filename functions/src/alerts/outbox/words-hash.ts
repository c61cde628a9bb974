import type { AlertFields } from '../../contract/index.ts';
import { queryKey } from '../match/saved-keywords.ts';
import { keyHash } from './sent-log.ts';

/** Names an alert's query without its words. Equal queries written differently have the same name. */
export function wordsHash(alert: AlertFields): string {
  return keyHash(queryKey(alert) ?? '');
}
