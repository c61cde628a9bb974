export type Taken = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

interface Creation {
  /** Returns the documents that this page knows, including pending writes, if possible without a round trip. */
  known: () => Promise<Taken>;
  stored: () => Promise<Taken>;
  choose: (taken: Taken) => readonly string[];
  /** Creates all documents or none. Rejects with the code `permission-denied` if a slot is taken. */
  create: (slots: readonly string[]) => Promise<void>;
}

const MAX_ATTEMPTS = 5;

/**
 * Creates documents in free slots and resolves to these slots. If another tab or device took a slot
 * in the meantime, reads the server's documents and retries. Rejects with other errors of `choose`
 * and `create`.
 */
export async function createInSlots({
  known,
  stored,
  choose,
  create,
}: Creation): Promise<string[]> {
  let taken = await known();
  for (let triesLeft = MAX_ATTEMPTS - 1; ; triesLeft -= 1) {
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
