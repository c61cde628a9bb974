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

/**
 * The database. Security rules do not apply here: the calling code decides who may read and write
 * what.
 */
export async function database(): Promise<Firestore> {
  // Loaded on first use, because it would add a quarter to every function's start.
  // firebase-functions loads what the other imports load anyway.
  const { getFirestore } = await import('firebase-admin/firestore');
  return getFirestore(adminApp());
}

/**
 * App Check, which verifies that calls come from the site itself; loaded only where it is needed.
 */
export async function appCheck(): Promise<AppCheck> {
  const { getAppCheck } = await import('firebase-admin/app-check');
  return getAppCheck(adminApp());
}

/** The queues of this project's task functions. */
export function taskQueues(): Functions {
  return getFunctions(adminApp());
}

/**
 * An OAuth token of the service account that the functions run as; Google's library caches it until
 * it expires.
 */
export async function cloudAccessToken(): Promise<string> {
  credential ??= applicationDefault();
  return (await credential.getAccessToken()).access_token;
}
