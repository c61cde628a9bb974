import {
  type ApiKey,
  type Bookmark,
  bookmarkSchema,
  type Channel,
  type ConnectedApp,
  type Delivery,
  deliverySchema,
  type FollowedShow,
  isMap,
  preferencesSchema,
  readAlert as readStoredAlert,
  readApiKey,
  readChannel,
  readConnectedApp,
  readFollowedShow,
  readMatch,
  type StoredFields,
  type StoredMatch,
  suppressionSchema,
  withMillis,
} from 'functions/contract';
import type { Person, SavedAlert } from '#shared/data/member/member-data.ts';

export interface StoredDocument {
  id: string;
  fields: StoredFields;
  pending: boolean;
}

export function readAlert({ id, fields, pending }: StoredDocument): SavedAlert | null {
  const alert = readStoredAlert(id, fields);
  return alert && { ...alert, pending };
}

export function readBookmark({ id, fields }: StoredDocument): Bookmark | null {
  const read = bookmarkSchema.safeParse({ ...withMillis(fields), id });
  return read.success ? read.data : null;
}

/** Missing or invalid fields get defaults. */
export function readPerson({ fields }: StoredDocument): Person {
  const { suppression, verifiedAtMs, seenAtMs } = withMillis(fields);
  const read = suppressionSchema.safeParse(isMap(suppression) && withMillis(suppression));
  return {
    preferences: preferencesSchema.parse(withMillis(fields)),
    suppression: read.success ? read.data : null,
    verifiedAtMs: typeof verifiedAtMs === 'number' ? verifiedAtMs : null,
    asksAboutAlerts: fields['asksAboutAlerts'] === true,
    seenAtMs: typeof seenAtMs === 'number' ? seenAtMs : null,
  };
}

export function readShow({ id, fields }: StoredDocument): FollowedShow | null {
  return readFollowedShow(id, fields);
}

export function readDelivery({ id, fields }: StoredDocument): Delivery | null {
  const read = deliverySchema.safeParse({ ...withMillis(fields), id });
  return read.success ? read.data : null;
}

export function readMatchDocument({ id, fields }: StoredDocument): StoredMatch | null {
  return readMatch(id, fields);
}

export function readChannelDocument({ id, fields }: StoredDocument): Channel | null {
  return readChannel(id, fields);
}

export function readApp({ id, fields }: StoredDocument): ConnectedApp | null {
  return readConnectedApp(id, fields);
}

export function readKey({ id, fields }: StoredDocument): ApiKey | null {
  return readApiKey(id, fields);
}
