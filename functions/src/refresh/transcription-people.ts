import pLimit from 'p-limit';
import type { People } from '../transcription/choose/transcribe-shows.ts';
import { database } from '../platform/firebase-admin.ts';
import { firestoreFollowedShows } from './followed-shows.ts';

/** Followers of one show who take turns; others share in what these choose. */
const MAX_FOLLOWERS = 100;
const CONCURRENT_QUERIES = 20;
const PEOPLE_AT_ONCE = 300;

/** Who asks for which shows, from Firestore. */
export const firestorePeople: People = {
  naming: firestoreFollowedShows.awaited,

  async followers(feeds) {
    const own = (await database()).collectionGroup('shows');
    const limit = pLimit(CONCURRENT_QUERIES);
    const found = feeds.map((feed) =>
      limit(async () => {
        const query = own.where('feedUrl', '==', feed).orderBy('__name__').select();
        const { docs } = await query.limit(MAX_FOLLOWERS).get();
        // Also finds the show's own document, which belongs to nobody.
        return docs.flatMap(({ ref }) => {
          const person = ref.parent.parent?.id;
          return person === undefined ? [] : [{ person, feed }];
        });
      }),
    );
    return (await Promise.all(found)).flat();
  },

  async verified(people) {
    const firestore = await database();
    const verified = new Set<string>();
    // Version 1.1 stored titles without people.
    const named = people.filter((person) => person !== '');
    for (let start = 0; start < named.length; start += PEOPLE_AT_ONCE) {
      const batch = named.slice(start, start + PEOPLE_AT_ONCE);
      const documents = await firestore.getAll(
        ...batch.map((person) => firestore.doc(`users/${person}`)),
        { fieldMask: ['verifiedAt'] },
      );
      for (const document of documents)
        if (document.get('verifiedAt') !== undefined) verified.add(document.id);
    }
    return verified;
  },
};
