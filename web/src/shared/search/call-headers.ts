import { loadPart } from '#shared/loading/load-part.ts';
import { sessionStore } from '#shared/session/session-store.ts';
import { site } from '#shared/site.ts';

/** How long a search waits for the tokens, in ms. */
const WITHIN_MS = 5_000;

interface CallProofs {
  /** Where searches go: a path of this site or an address elsewhere. */
  backend: string;
  /** Proves that the call comes from this site; null where that is not asked for. */
  appCheckToken: (() => Promise<string>) | null;
  /** Proves who is signed in; null while nobody is. */
  idToken: (() => Promise<string>) | null;
}

/**
 * The headers that say to the search backend what calls and who. Only a backend of this very site
 * learns who is signed in. A token that does not come in time is left out, and the server decides
 * whether it answers.
 */
export async function callHeaders(
  { backend, appCheckToken, idToken }: CallProofs = currentProofs(),
  withinMs = WITHIN_MS,
): Promise<Record<string, string>> {
  const isOwn = backend.startsWith('/') && !backend.startsWith('//');
  const [checked, signedIn] = await Promise.all([
    inTime(appCheckToken, withinMs),
    inTime(isOwn ? idToken : null, withinMs),
  ]);
  return {
    ...(checked !== null && { 'X-Firebase-AppCheck': checked }),
    ...(signedIn !== null && { Authorization: `Bearer ${signedIn}` }),
  };
}

function currentProofs(): CallProofs {
  const { appCheckSiteKey, backend, isLocal } = site;
  const isSignedIn = sessionStore.getSession().status === 'signed-in';
  const isChecked = appCheckSiteKey !== '' && !isLocal;
  return {
    backend,
    appCheckToken: isChecked ? () => loadAppCheckToken(appCheckSiteKey) : null,
    idToken: isSignedIn ? async () => (await sessionStore.auth()).idToken() : null,
  };
}

/** Firebase comes with the first search that must prove itself, never with the page. */
async function loadAppCheckToken(siteKey: string): Promise<string> {
  const { appCheckToken } = await loadPart(() => import('#shared/firebase/app-check-token.ts'));
  return appCheckToken(siteKey);
}

async function inTime(proof: (() => Promise<string>) | null, ms: number): Promise<string | null> {
  if (proof === null) return null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([proof(), late]);
  } catch {
    return null; // offline or blocked: the search itself will fail and say so
  } finally {
    clearTimeout(timer);
  }
}
