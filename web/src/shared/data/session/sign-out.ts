import { reportQuietly } from '#shared/report.ts';
import { sessionStore } from './session-store.ts';

/** Reloads the home page to close all listeners and clear caches in memory. Errors are only logged. */
export async function signOut(): Promise<void> {
  try {
    const auth = await sessionStore.auth();
    await auth.signOut();
    window.location.assign('/');
  } catch (error) {
    reportQuietly(error);
  }
}
