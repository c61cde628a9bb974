import { keptText } from '#shared/text/kept-text.ts';

const reloaded = keptText('sessionStorage', 'earshot.reloaded');

/**
 * Reloads the page once per tab and version of the site. False if it was reloaded before, or if the browser
 * refuses to store that.
 */
function reloadOnce(version = import.meta.url): boolean {
  const before = reloaded.read() ?? '';
  if (before.split(' ').includes(version)) return false;
  if (!reloaded.write(`${before} ${version}`)) return false;
  location.reload();
  return true;
}

const REACHABILITY_TIMEOUT_MS = 8000;

/** `offline`: the site cannot be reached. `missing`: it no longer has the file. */
type PartFailureKind = 'offline' | 'missing';

export class PartFailure extends Error {
  readonly kind: PartFailureKind;
  /** Retries the import; rejects with a new PartFailure. */
  again: () => Promise<unknown>;

  constructor(kind: PartFailureKind, cause: unknown, again: () => Promise<unknown>) {
    super(`A part of the site is ${kind}`, { cause });
    this.kind = kind;
    this.again = again;
  }
}

/**
 * Imports a part of the site; a failed import is retried once if the site is reachable. A second failure
 * means that a newer version is deployed (Hosting deletes the old files), or that the browser caches failed
 * imports until a reload (all browsers did until 2026). The page then reloads once, and the promise never
 * settles. Otherwise, the promise rejects with a {@link PartFailure}.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load().catch(async (cause: unknown) => {
      if (!(await siteAnswers())) throw new PartFailure('offline', cause, () => loadPart(load));
      return load();
    });
  } catch (error) {
    if (error instanceof PartFailure) throw error;
    if (reloadOnce()) return new Promise(() => undefined);
    throw new PartFailure('missing', error, () => loadPart(load));
  }
}

async function siteAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(REACHABILITY_TIMEOUT_MS);
    // Requests a static file, because a page would start an instance of the function `pages`.
    await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}
