/**
 * Works with the same name take turns, in order; works with other names run concurrently. Each work has its
 * own outcome.
 */
export function createTurns() {
  /** The last work of each name that is running or waiting. */
  const lastOf = new Map<string, Promise<unknown>>();

  return async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (lastOf.get(name) ?? Promise.resolve()).then(work, work);
    lastOf.set(name, turn);
    try {
      return await turn;
    } finally {
      if (lastOf.get(name) === turn) lastOf.delete(name);
    }
  };
}
