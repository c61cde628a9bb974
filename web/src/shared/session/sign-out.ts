import { reportQuietly } from '#shared/report.ts';
import { sessionStore } from './session-store.ts';

/**
 * Signs out and reloads the home page, which closes all live listeners and clears all caches in memory. Errors are
 * only logged.
 */
export async function signOut(): Promise<void> {
  try {
    const auth = await sessionStore.auth();
    await auth.signOut();
    window.location.assign('/');
  } catch (error) {
    reportQuietly(error);
  }
}
