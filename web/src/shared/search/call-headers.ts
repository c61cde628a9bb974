import { mayBeSignedIn, sessionStore } from '#shared/data/session/session-store.ts';
import { site } from '#shared/site.ts';

const TOKEN_TIMEOUT_MS = 5_000;

interface Caller {
  /** Base URL of the search backend: a path of this site or an absolute URL. */
  backend: string;
  /** Null for visitors. */
  idToken: (() => Promise<string>) | null;
}

/**
 * Returns the headers with the person's ID token, which only a backend of this origin gets.
 * Omits a late or failed token; the server then answers as for a visitor.
 */
export async function callHeaders(
  { backend, idToken }: Caller = currentCaller(),
  withinMs = TOKEN_TIMEOUT_MS,
): Promise<Record<string, string>> {
  const isOwn = backend.startsWith('/') && !backend.startsWith('//');
  if (idToken === null || !isOwn) return {};
  const token = await inTime(idToken, withinMs);
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

function currentCaller(): Caller {
  return {
    backend: site.backend,
    idToken: mayBeSignedIn() ? async () => (await sessionStore.auth()).idToken() : null,
  };
}

async function inTime(idToken: () => Promise<string>, ms: number): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([idToken(), late]);
  } catch {
    return null; // offline or blocked: the search itself will fail and say so
  } finally {
    clearTimeout(timer);
  }
}
