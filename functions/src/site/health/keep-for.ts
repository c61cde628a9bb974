/** Caches the result of `read` for all callers, for a number of milliseconds; a failure is cached as well. */
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
