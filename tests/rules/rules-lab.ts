import { initializeTestEnvironment } from '@firebase/rules-unit-testing';
import { deleteApp, type FirebaseApp, FirebaseError, initializeApp } from 'firebase/app';
import {
  connectFirestoreEmulator,
  doc,
  type Firestore,
  getFirestore,
  setLogLevel,
  writeBatch,
} from 'firebase/firestore/lite';
import { firestoreAddress, projectId as stackProject } from '../support/stack.ts';
import type { Caller, RuleCase, Verdict } from './cases/rule-case.ts';
import { unique } from '../support/unique.ts';

/** A project of the Firestore emulator in which rules are tried one after the other. */
export interface RulesLab {
  /** Puts rules in force, and empties the store. */
  use: (rules: string) => Promise<void>;
  /** Puts what the cases need into the store. */
  seed: (cases: readonly RuleCase[]) => Promise<void>;
  /** What the rules say to a case's request; a failure of any other kind is thrown. */
  judge: (ruleCase: RuleCase) => Promise<Verdict>;
  close: () => Promise<void>;
}

/**
 * Opens a lab; labs do not see each other's rules and documents. One lab for many rules takes half the
 * time of many labs: in each new project the emulator first reads the rules that it was started with.
 */
export function openRulesLab(): RulesLab {
  // Otherwise Firestore logs every denial.
  setLogLevel('silent');
  const { host, port } = firestoreAddress();
  const projectId = `${stackProject()}-rules-${unique()}`;
  const apps = new Map<string, FirebaseApp>();

  // Firestore's client without listeners. Each of its requests is one HTTP request, which takes a
  // third of the time that a request takes over the streams of rules-unit-testing's client.
  function storeOf(caller: Caller): Firestore {
    const name = `${projectId} ${typeof caller === 'string' ? caller : `person ${caller.uid}`}`;
    const known = apps.get(name);
    if (known) return getFirestore(known);
    const app = initializeApp({ projectId }, name);
    apps.set(name, app);
    const store = getFirestore(app);
    connectFirestoreEmulator(store, host, port, credentials(caller));
    return store;
  }

  return {
    async use(rules) {
      // The emulator takes as long to read comments as to read rules.
      const bare = rules.replace(/^\s*(\/\/.*\n)?/gm, '');
      const firestore = { host, port, rules: bare };
      const environment = await initializeTestEnvironment({ projectId, firestore });
      await environment.clearFirestore();
      await environment.cleanup();
    },

    async seed(cases) {
      const store = storeOf('the server');
      const batch = writeBatch(store);
      for (const { path, data } of cases.flatMap(({ seeds }) => seeds)) {
        batch.set(doc(store, path), data);
      }
      await batch.commit();
    },

    async judge({ caller, ask }) {
      try {
        await ask(storeOf(caller));
        return 'allowed';
      } catch (error) {
        if (error instanceof FirebaseError && error.code === 'permission-denied') return 'denied';
        throw error;
      }
    },

    async close() {
      await Promise.all([...apps.values()].map((app) => deleteApp(app)));
    },
  };
}

function credentials(caller: Caller): Parameters<typeof connectFirestoreEmulator>[3] {
  if (caller === 'nobody') return {};
  // The emulator takes this token for the server.
  if (caller === 'the server') return { mockUserToken: 'owner' };
  return { mockUserToken: { user_id: caller.uid } };
}
