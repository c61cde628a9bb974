import { type PendingAlert, pendingOf } from 'functions/contract';
import { createContext, use } from 'react';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { numberText } from '#shared/text/number-text.ts';

export const PendingContext = createContext<readonly PendingAlert[]>([]);

/** Returns "3 new since your last email", or null if no matches are pending. */
export function usePendingText(alert: SavedAlert): string | null {
  const { matches, moreCount, isPart } = pendingOf(alert, use(PendingContext), Date.now());
  const count = matches.length + moreCount;
  if (count === 0) return null;
  const until = alert.lastMatch ? 'since your last email' : 'for your next email';
  return `${numberText(count)}${isPart ? '+' : ''} new ${until}`;
}
