import {
  type Bookmark,
  bookmarkSchema,
  type Delivery,
  deliverySchema,
  isMap,
  preferencesSchema,
  readAlert as readStoredAlert,
  type StoredFields,
  suppressionSchema,
  withMillis,
} from 'functions/contract';
import type { Person, SavedAlert } from '#shared/member/data/member-data.ts';

/** A stored document: its fields, and what the database knows about it. */
export interface StoredDocument {
  id: string;
  fields: StoredFields;
  /** Whether the server has yet to confirm it. */
  pending: boolean;
}

/** An alert, or null for a document that is none. */
export function readAlert({ id, fields, pending }: StoredDocument): SavedAlert | null {
  const alert = readStoredAlert(id, fields);
  return alert && { ...alert, pending };
}

/** A bookmark, or null for a document that is none. */
export function readBookmark({ id, fields }: StoredDocument): Bookmark | null {
  const read = bookmarkSchema.safeParse({ ...withMillis(fields), id });
  return read.success ? read.data : null;
}

/** What is stored about the person themselves; fields that are missing or odd get their defaults. */
export function readPerson({ fields }: StoredDocument): Person {
  const { suppression } = fields;
  const read = suppressionSchema.safeParse(isMap(suppression) && withMillis(suppression));
  return {
    preferences: preferencesSchema.parse(withMillis(fields)),
    suppression: read.success ? read.data : null,
  };
}

/** A digest of the history, or null for a document that is none. */
export function readDelivery({ id, fields }: StoredDocument): Delivery | null {
  const read = deliverySchema.safeParse({ ...withMillis(fields), id });
  return read.success ? read.data : null;
}
