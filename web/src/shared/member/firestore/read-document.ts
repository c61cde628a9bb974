import {
  alertSchema,
  type Bookmark,
  bookmarkSchema,
  type Delivery,
  deliverySchema,
  preferencesSchema,
  suppressionSchema,
} from 'functions/contract';
import type { Person, SavedAlert } from '#shared/member/data/member-data.ts';

/** A stored document: its fields, and what the database knows about it. */
export interface StoredDocument {
  id: string;
  fields: Record<string, unknown>;
  /** Whether the server has yet to confirm it. */
  pending: boolean;
}

/** An alert, or null for a document that is none. */
export function readAlert(document: StoredDocument): SavedAlert | null {
  const { resumedAt, lastMatch, excluded } = document.fields;
  const read = alertSchema.safeParse({
    ...plain(document),
    resumedAtMs: epochMs(resumedAt),
    excludedAtMs: timesIn(excluded),
    lastMatch: withTime(lastMatch),
  });
  return read.success ? { ...read.data, pending: document.pending } : null;
}

/** A bookmark, or null for a document that is none. */
export function readBookmark(document: StoredDocument): Bookmark | null {
  const read = bookmarkSchema.safeParse(plain(document));
  return read.success ? read.data : null;
}

/** What is stored about the person themselves; fields that are missing or odd get their defaults. */
export function readPerson({ fields }: StoredDocument): Person {
  const suppression = suppressionSchema.safeParse(withTime(fields['suppression']));
  return {
    preferences: preferencesSchema.parse({ ...fields, updatedAtMs: epochMs(fields['updatedAt']) }),
    suppression: suppression.success ? suppression.data : null,
  };
}

/** A digest of the history, or null for a document that is none. */
export function readDelivery({ id, fields }: StoredDocument): Delivery | null {
  const read = deliverySchema.safeParse({ ...fields, id, atMs: epochMs(fields['at']) });
  return read.success ? read.data : null;
}

function plain({ id, fields }: StoredDocument): Record<string, unknown> {
  return { ...fields, id, createdAtMs: epochMs(fields['createdAt']) };
}

/** A stored map, with its timestamp `at` as `atMs`; undefined for anything else. */
function withTime(value: unknown): Record<string, unknown> | undefined {
  return isMap(value) ? { ...value, atMs: epochMs(value['at']) } : undefined;
}

/** A stored map of timestamps in epoch milliseconds, without what is none; undefined for no map. */
function timesIn(value: unknown): Record<string, number> | undefined {
  if (!isMap(value)) return undefined;
  const times = Object.entries(value).flatMap(([name, at]): [string, number][] => {
    const atMs = epochMs(at);
    return atMs === undefined ? [] : [[name, atMs]];
  });
  return Object.fromEntries(times);
}

/** Epoch milliseconds of a Firestore `Timestamp`, known by its method; undefined for anything else. */
function epochMs(value: unknown): number | undefined {
  return hasToMillis(value) ? value.toMillis() : undefined;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function hasToMillis(value: unknown): value is { toMillis: () => number } {
  return isMap(value) && typeof value['toMillis'] === 'function';
}
