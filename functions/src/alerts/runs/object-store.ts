/** What was read under a name. */
interface StoredObject {
  /** Null when it is there but damaged. */
  bytes: Buffer | null;
  /** Changes whenever it is written. */
  generation: string;
}

/**
 * Where indexes and change batches lie: objects in a bucket, or files. Nothing in it is the truth: what
 * is lost or damaged is made anew from the documents.
 */
export interface ObjectStore {
  /** Null when there is none. Rejects when the store cannot be reached. */
  read(name: string): Promise<StoredObject | null>;
  /**
   * Writes in the place of exactly that generation (null: of none), or does nothing when another
   * writer was faster. A reader sees all of it or nothing.
   */
  write(name: string, bytes: Buffer, replaces: string | null): Promise<'stored' | 'overtaken'>;
}
