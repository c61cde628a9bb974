const RELOADED_KEY = 'earshot.reloaded';

/**
 * Reloads the page and returns true, once for each version of the site in a tab. Returns false where
 * that has been done, or where the browser cannot remember it: a page must not reload for ever.
 */
function reloadOnce(version = import.meta.url): boolean {
  try {
    const before = sessionStorage.getItem(RELOADED_KEY) ?? '';
    if (before.split(' ').includes(version)) return false;
    sessionStorage.setItem(RELOADED_KEY, `${before} ${version}`);
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** How long the site may take to show that it can be reached, ms. */
const ANSWER_WITHIN_MS = 8000;

/** Why a part of the site is not there: no connection, or the site no longer has it. */
type PartFailureKind = 'offline' | 'missing';

/** A part of the site could not be loaded. */
export class PartFailure extends Error {
  readonly kind: PartFailureKind;
  /** Loads the part anew; rejects with another failure. */
  again: () => Promise<unknown>;

  constructor(kind: PartFailureKind, cause: unknown, again: () => Promise<unknown>) {
    super(`A part of the site is ${kind}`, { cause });
    this.kind = kind;
    this.again = again;
  }
}

/**
 * Loads a part of the site by its dynamic import. When that fails although the
 * site answers, it tries once more. If that fails too, either the site has a newer version by now
 * (Hosting keeps no file of the old one), or this browser remembers a failed import until the page is
 * reloaded, as all did until 2026. Then the page is reloaded, once for each version, and this promise
 * never settles. Rejects with a {@link PartFailure}.
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
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    // A file: a page would start an instance of the function that renders it.
    await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}
