import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore } from 'firebase/firestore';
import { afterAll } from 'vitest';
import { describeMemberData } from '../../web/src/shared/data/member/member-data-contract.ts';
import { createMemberData } from '../../web/src/shared/data/firestore/firestore-member-data.ts';
import { firestoreAddress, projectId } from '../support/stack.ts';
import { unique } from '../support/unique.ts';

const apps: FirebaseApp[] = [];

afterAll(() => Promise.all(apps.map((app) => deleteApp(app))));

// The same contract as for the fake that the pages' tests use, with the real rules.
describeMemberData(() => {
  const uid = `member-${unique()}`;
  const app = initializeApp({ projectId: projectId() }, uid);
  apps.push(app);
  const { host, port } = firestoreAddress();
  const firestore = getFirestore(app);
  connectFirestoreEmulator(firestore, host, port, { mockUserToken: { user_id: uid } });
  return createMemberData(firestore, uid);
});
