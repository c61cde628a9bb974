/** Works of one name take turns, in order; those of others go on beside them. A work's outcome is its own. */
export function createTurns() {
  /** The last work of each name that has one under way or waiting. */
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
