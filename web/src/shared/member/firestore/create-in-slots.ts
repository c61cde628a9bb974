/** The documents of a collection as far as they are known: their fields by their ids. */
export type Taken = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

interface Creation {
  /** What this page knows to be stored, at once. */
  known: () => Promise<Taken>;
  /** What the server has stored. */
  stored: () => Promise<Taken>;
  /** The slots to create documents in; none where nothing is left to be done. */
  choose: (taken: Taken) => readonly string[];
  /** Creates all documents or none; rejects with the code `permission-denied` where a slot is taken. */
  create: (slots: readonly string[]) => Promise<void>;
}

/** So often another tab or device may be a moment earlier. */
const MOST_TRIES = 5;

/**
 * Creates documents in slots that are free. Where another tab or device has taken one meanwhile, it
 * looks at the server and chooses again. Rejects with what `choose` throws, with the refusal of
 * `create` where that has another reason, and after five tries.
 */
export async function createInSlots({ known, stored, choose, create }: Creation): Promise<void> {
  let taken = await known();
  for (let triesLeft = MOST_TRIES - 1; ; triesLeft -= 1) {
    const slots = choose(taken);
    if (slots.length === 0) return;
    try {
      await create(slots);
      return;
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
