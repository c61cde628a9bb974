import { webAddress } from '../web-address.ts';
import { readSearchAnswer } from './read-search-answer.ts';
import type { SearchResponse } from './search.ts';
import type { ShowFacts } from './show-page.ts';
import { UNTRANSCRIBED_REASONS, type UntranscribedReason } from './untranscribed-reason.ts';

export interface ShowAnswer extends SearchResponse {
  /** Null if there is no public show with this id. */
  show: ShowFacts | null;
}

/** Throws as `readSearchAnswer` does. Pages do not load zod. */
export function readShowAnswer(body: unknown): ShowAnswer {
  const { show } = body as { show?: unknown };
  return { ...readSearchAnswer(body), show: readShow(show) };
}

function readShow(value: unknown): ShowFacts | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, title, feedUrl, term, episodes, published, heard, unheard } = value as Record<
    string,
    unknown
  >;
  if (typeof id !== 'string' || typeof title !== 'string' || title === '') return null;
  const address = webAddress(feedUrl);
  return {
    id,
    title,
    ...(address && { feedUrl: address }),
    ...(typeof term === 'string' && term !== '' && { term }),
    episodes: countOf(episodes),
    published: countOf(published),
    heard: countOf(heard),
    ...(isReason(unheard) && { unheard }),
  };
}

function isReason(value: unknown): value is UntranscribedReason {
  return (UNTRANSCRIBED_REASONS as readonly unknown[]).includes(value);
}

function countOf(value: unknown): number {
  return Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0;
}
