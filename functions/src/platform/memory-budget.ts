/**
 * Admits work in order of arrival, as long as all running work fits into `mostBytes`; work larger than that
 * runs alone.
 */
export function createRoom(mostBytes: number) {
  const waiting: { bytes: number; begin: () => void }[] = [];
  let held = 0;

  function admit(): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (held > 0 && held + next.bytes > mostBytes) return;
      waiting.shift();
      held += next.bytes;
      next.begin();
    }
  }

  return async function inRoom<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    // At least 1, so that work of size 0 also waits while too large work runs alone.
    const size = Math.max(1, bytes);
    await new Promise<void>((begin) => {
      waiting.push({ bytes: size, begin });
      admit();
    });
    try {
      return await work();
    } finally {
      held -= size;
      admit();
    }
  };
}
