/** Runs work in order of arrival while its total size fits into `maxBytes`. Larger work runs alone. */
export function createMemoryBudget(maxBytes: number) {
  const waiting: { bytes: number; begin: () => void }[] = [];
  let used = 0;

  function admit(): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (used > 0 && used + next.bytes > maxBytes) return;
      waiting.shift();
      used += next.bytes;
      next.begin();
    }
  }

  return async function withinBudget<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    // Counts as at least 1, so that work of size 0 also waits while larger work runs alone.
    const size = Math.max(1, bytes);
    await new Promise<void>((begin) => {
      waiting.push({ bytes: size, begin });
      admit();
    });
    try {
      return await work();
    } finally {
      used -= size;
      admit();
    }
  };
}
