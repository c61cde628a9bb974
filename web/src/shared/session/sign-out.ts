import { reportQuietly } from '#shared/report.ts';
import { sessionStore } from './session-store.ts';

/**
 * Signs out and loads the home page anew: only that closes every live listener and empties every
 * cache which the person leaves behind in the page. A failure is logged and changes nothing.
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
