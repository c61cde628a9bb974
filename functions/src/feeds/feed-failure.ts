import type { FeedFailure, FeedFailureCode } from './feed-model.ts';

/** A refusal; `message` is one sentence for the operator and holds no text of the feed. */
export function refused(code: FeedFailureCode, message: string): FeedFailure {
  return { kind: 'refused', code, message };
}
