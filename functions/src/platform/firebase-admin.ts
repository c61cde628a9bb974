import { type App, applicationDefault, initializeApp } from 'firebase-admin/app';
import type { AppCheck } from 'firebase-admin/app-check';
import { type Auth, getAuth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { type Functions, getFunctions } from 'firebase-admin/functions';

let app: App | undefined;
let credential: ReturnType<typeof applicationDefault> | undefined;

function adminApp(): App {
  app ??= initializeApp();
  return app;
}

/** The accounts of this project. */
export function accounts(): Auth {
  return getAuth(adminApp());
}

/** The database, past its rules: whoever calls this decides who may read or write what. */
export async function database(): Promise<Firestore> {
  // Loaded at the first use: it would add a quarter to the start of every function. What the
  // other imports load, firebase-functions loads anyway.
  const { getFirestore } = await import('firebase-admin/firestore');
  return getFirestore(adminApp());
}

/** What checks that calls come from the site itself; loaded only where it is asked for. */
export async function appCheck(): Promise<AppCheck> {
  const { getAppCheck } = await import('firebase-admin/app-check');
  return getAppCheck(adminApp());
}

/** The queues of this project's task functions. */
export function taskQueues(): Functions {
  return getFunctions(adminApp());
}

/** An OAuth token of the account the functions run as; kept by Google's library until it expires. */
export async function cloudAccessToken(): Promise<string> {
  credential ??= applicationDefault();
  return (await credential.getAccessToken()).access_token;
}
