import { loadPart } from '#shared/loading/load-part.ts';
import { mayBeSignedIn, sessionStore } from '#shared/data/session/session-store.ts';
import { site } from '#shared/site.ts';

const TOKEN_TIMEOUT_MS = 5_000;

interface CallProofs {
  /** Base URL of the search backend: a path of this site or an absolute URL. */
  backend: string;
  /** Null if App Check is off. */
  appCheckToken: (() => Promise<string>) | null;
  /** Null for visitors. */
  idToken: (() => Promise<string>) | null;
}

/**
 * Returns the headers with tokens for the search backend. Only a backend of this origin gets the ID token.
 * Omits a late or failed token; the server decides whether the request needs it.
 */
export async function callHeaders(
  { backend, appCheckToken, idToken }: CallProofs = currentProofs(),
  withinMs = TOKEN_TIMEOUT_MS,
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
  const isChecked = appCheckSiteKey !== '' && !isLocal;
  return {
    backend,
    appCheckToken: isChecked ? () => loadAppCheckToken(appCheckSiteKey) : null,
    idToken: mayBeSignedIn() ? async () => (await sessionStore.auth()).idToken() : null,
  };
}

/** Loads Firebase with the first search that needs a token, not with the page. */
async function loadAppCheckToken(siteKey: string): Promise<string> {
  const { appCheckToken } = await loadPart(
    () => import('#shared/data/firebase/app-check-token.ts'),
  );
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
