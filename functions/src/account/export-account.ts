import type { DocumentReference } from 'firebase-admin/firestore';
import {
  type AccountCollection,
  type AccountExport,
  EXPORT_LIMIT_BYTES,
} from '../contract/index.ts';
import { database } from '../platform/firebase-admin.ts';
import { findUser } from './find-user.ts';
import { plainFields } from './plain-value.ts';
import { takeWithin } from './take-within.ts';

const PAGE_SIZE = 500;

/**
 * Everything stored about a person, or null when the account is gone. Fields are passed on as they
 * are stored, so that nothing is left out when documents gain one.
 */
export async function exportAccount(uid: string, nowMs: number): Promise<AccountExport | null> {
  const user = await findUser(uid);
  if (!user) return null;
  const person = (await database()).doc(`users/${uid}`);
  const [preferences, alerts, bookmarks, deliveries] = await Promise.all([
    person.get(),
    read(person, 'alerts'),
    read(person, 'bookmarks'),
    read(person, 'deliveries'),
  ]);
  const fields = preferences.data();
  return {
    exportedAt: new Date(nowMs).toISOString(),
    account: {
      email: user.email ?? null,
      emailVerified: user.emailVerified,
      createdAt: new Date(user.metadata.creationTime).toISOString(),
      providers: user.providerData.map(({ providerId }) => providerId),
    },
    preferences: fields ? plainFields(fields) : null,
    alerts: alerts.taken,
    bookmarks: bookmarks.taken,
    deliveries: deliveries.taken,
    truncated: {
      alerts: alerts.truncated,
      bookmarks: bookmarks.truncated,
      deliveries: deliveries.truncated,
    },
  };
}

function read(person: DocumentReference, collection: AccountCollection) {
  return takeWithin(documentsOf(person, collection), EXPORT_LIMIT_BYTES[collection]);
}

/** The documents of a collection by their ids, read in pages. */
async function* documentsOf(person: DocumentReference, collection: AccountCollection) {
  const query = person.collection(collection).orderBy('__name__').limit(PAGE_SIZE);
  let page = await query.get();
  while (page.docs.length > 0) {
    for (const document of page.docs) yield { ...plainFields(document.data()), id: document.id };
    const last = page.docs.at(-1);
    if (last === undefined || page.docs.length < PAGE_SIZE) return;
    page = await query.startAfter(last).get();
  }
}
