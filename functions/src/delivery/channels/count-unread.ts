import { Timestamp } from 'firebase-admin/firestore';
import { epochMs, isUnread, MATCHES_A_PAGE, readMatch } from '../../contract/index.ts';
import { database } from '../../platform/firebase-admin.ts';

/** Episodes and counted matches that are unread, as the inbox counts those of its newest page. */
export async function countUnread(uid: string): Promise<number> {
  const person = (await database()).doc(`users/${uid}`);
  const readUntilMs = epochMs((await person.get()).get('seenAt')) ?? null;
  const newest = person.collection('matches').orderBy('foundAt', 'desc').limit(MATCHES_A_PAGE);
  // What was marked as read is not read again.
  const unmarked =
    readUntilMs === null ? newest : newest.where('foundAt', '>', Timestamp.fromMillis(readUntilMs));
  const { docs } = await unmarked.get();
  const episodes = new Set<string>();
  let unread = 0;
  for (const document of docs) {
    const match = readMatch(document.id, document.data());
    if (match === null) continue;
    // The newest match of an episode says whether the episode is unread.
    const { episode, count = 1 } = match;
    if (episode !== undefined && episodes.has(episode.id)) continue;
    if (episode !== undefined) episodes.add(episode.id);
    if (isUnread(match, readUntilMs)) unread += count;
  }
  return unread;
}
