import type { Timestamp } from 'firebase-admin/firestore';
import type { StoredDocument } from './documents.ts';
import { Loud } from './errors.ts';
import { copyOf, fieldPath, type Fields, type Segments, valueAt, withValue } from './values.ts';

/** A snapshot of a document that may be missing. `fields` are the selected ones. */
export class MemorySnapshot<Ref extends { id: string }> extends Loud {
  readonly ref: Ref;
  readonly id: string;
  readonly exists: boolean;
  readonly createTime: Timestamp | undefined;
  readonly updateTime: Timestamp | undefined;
  readonly #fields: Fields | undefined;

  constructor(ref: Ref, stored: StoredDocument | undefined, selected: readonly Segments[] | null) {
    super();
    this.ref = ref;
    this.id = ref.id;
    this.exists = stored !== undefined;
    this.createTime = stored?.createTime;
    this.updateTime = stored?.updateTime;
    this.#fields = stored && (selected ? only(stored.fields, selected) : stored.fields);
  }

  data(): Fields | undefined {
    return copyOf(this.#fields);
  }

  get(field: unknown): unknown {
    return copyOf(valueAt(this.#fields, fieldPath(field)));
  }
}

function only(fields: Fields, selected: readonly Segments[]): Fields {
  return selected.reduce<Fields>((kept, path) => {
    const value = valueAt(fields, path);
    return value === undefined ? kept : withValue(kept, path, value);
  }, {});
}

export class MemoryQuerySnapshot<Snapshot> extends Loud {
  readonly docs: readonly Snapshot[];
  readonly size: number;
  readonly empty: boolean;

  constructor(docs: readonly Snapshot[]) {
    super();
    this.docs = docs;
    this.size = docs.length;
    this.empty = docs.length === 0;
  }

  forEach(visit: (snapshot: Snapshot) => void): void {
    this.docs.forEach((snapshot) => {
      visit(snapshot);
    });
  }
}
