/** Fields of documents by document id. */
export type Taken = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

interface Creation {
  /** The documents as this page knows them, including pending writes; without a round trip if possible. */
  known: () => Promise<Taken>;
  stored: () => Promise<Taken>;
  /** The slots to create documents in; empty if there is nothing to do. */
  choose: (taken: Taken) => readonly string[];
  /** Creates all documents or none. Rejects with the code `permission-denied` if a slot is taken. */
  create: (slots: readonly string[]) => Promise<void>;
}

const MOST_TRIES = 5;

/**
 * Creates documents in free slots, and resolves to these slots. If another tab or device has taken one, reads
 * the server's documents and retries, up to five attempts in all. Rejects with other errors of `choose` and
 * `create`.
 */
export async function createInSlots({
  known,
  stored,
  choose,
  create,
}: Creation): Promise<string[]> {
  let taken = await known();
  for (let triesLeft = MOST_TRIES - 1; ; triesLeft -= 1) {
    const slots = choose(taken);
    if (slots.length === 0) return [];
    try {
      await create(slots);
      return [...slots];
    } catch (error) {
      if (triesLeft === 0 || !isDenied(error)) throw error;
      taken = await stored();
      const now = taken;
      if (!slots.some((slot) => now.has(slot))) throw error;
    }
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'permission-denied';
}
