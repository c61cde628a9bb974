import type { Firestore } from 'firebase/firestore';
import { sessionStore } from '#shared/session/session-store.ts';
import { createMemberData } from '#shared/member/firestore/firestore-member-data.ts';
import type { MemberData } from '#shared/member/data/member-data.ts';

let stay: { uid: string; data: MemberData } | undefined;

/** The data of the person who is signed in: the same for the whole page until they sign out. */
export function memberSession(firestore: Firestore, uid: string): MemberData {
  if (stay?.uid !== uid) {
    stay?.data.close();
    stay = { uid, data: createMemberData(firestore, uid) };
  }
  return stay.data;
}

sessionStore.subscribe(() => {
  const session = sessionStore.getSession();
  if (session.status === 'signed-in' && session.user.uid === stay?.uid) return;
  stay?.data.close();
  stay = undefined;
});
