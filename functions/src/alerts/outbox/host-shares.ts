/**
 * Limits of the concurrent requests of one process to one host and for one person, so that slow receivers
 * leave room for others. One host of a chat service has many people's channels.
 */
const SHARES = { host: 16, person: 8 };

type Asked = Record<keyof typeof SHARES, string>;

/** Counts requests under way for each host and person. */
export function hostShares(shares: Record<keyof typeof SHARES, number> = SHARES) {
  const busy = new Map<string, number>();
  const add = (name: string, more: number) => {
    const count = (busy.get(name) ?? 0) + more;
    if (count > 0) busy.set(name, count);
    else busy.delete(name);
  };
  return {
    /**
     * Counts a request and returns the function that ends it; null if the host or the person has reached its
     * limit.
     */
    take({ host, person }: Asked): (() => void) | null {
      const names = [`host ${host}`, `person ${person}`] as const;
      const [ofHost, ofPerson] = names.map((name) => busy.get(name) ?? 0);
      if ((ofHost ?? 0) >= shares.host || (ofPerson ?? 0) >= shares.person) return null;
      for (const name of names) add(name, 1);
      return () => {
        for (const name of names) add(name, -1);
      };
    },
  };
}

export type HostShares = ReturnType<typeof hostShares>;
