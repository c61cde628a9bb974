/** Runs work with the same key in sequence; different keys run concurrently. Work continues after a failure. */
export function createKeyedQueue() {
  /** Key → its last running or queued work. */
  const lastOf = new Map<string, Promise<unknown>>();

  return async function enqueue<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (lastOf.get(name) ?? Promise.resolve()).then(work, work);
    lastOf.set(name, turn);
    try {
      return await turn;
    } finally {
      if (lastOf.get(name) === turn) lastOf.delete(name);
    }
  };
}
