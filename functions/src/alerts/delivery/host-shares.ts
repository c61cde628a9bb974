/** Requests at a time of one process to one host, and for one person: slow receivers leave room for others. */
const SHARE = 8;

/** Counts what is going on for each name. */
export function hostShares(share = SHARE) {
  const busy = new Map<string, number>();
  const add = (name: string, more: number) => {
    const count = (busy.get(name) ?? 0) + more;
    if (count > 0) busy.set(name, count);
    else busy.delete(name);
  };
  return {
    /** Returns what ends the request; null if one of the names has its share. */
    take(names: readonly string[]): (() => void) | null {
      if (names.some((name) => (busy.get(name) ?? 0) >= share)) return null;
      for (const name of names) add(name, 1);
      return () => {
        for (const name of names) add(name, -1);
      };
    },
  };
}

export type HostShares = ReturnType<typeof hostShares>;
