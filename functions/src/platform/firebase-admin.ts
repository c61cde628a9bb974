import { type App, applicationDefault, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { type Functions, getFunctions } from 'firebase-admin/functions';

let app: App | undefined;
let credential: ReturnType<typeof applicationDefault> | undefined;

function adminApp(): App {
  app ??= initializeApp();
  return app;
}

export function accounts(): Auth {
  return getAuth(adminApp());
}

/** Bypasses the security rules: the caller must check permissions. */
export async function database(): Promise<Firestore> {
  // Lazy import: loading Firestore would lengthen every function's cold start by a quarter.
  const { getFirestore } = await import('firebase-admin/firestore');
  return getFirestore(adminApp());
}

export function taskQueues(): Functions {
  return getFunctions(adminApp());
}

/** OAuth token of the service account. The library caches it until it expires. */
export async function cloudAccessToken(): Promise<string> {
  credential ??= applicationDefault();
  return (await credential.getAccessToken()).access_token;
}
