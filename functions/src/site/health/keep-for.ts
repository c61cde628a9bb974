/** Shares the result of `read` among all callers for `forMs`. Also caches failures. */
export function keepFor<T>(
  forMs: number,
  read: () => Promise<T>,
  now: () => number = Date.now,
): () => Promise<T> {
  let kept: { answer: Promise<T>; atMs: number } | null = null;
  return () => {
    if (kept === null || Math.abs(now() - kept.atMs) >= forMs) {
      kept = { answer: read(), atMs: now() };
    }
    return kept.answer;
  };
}
