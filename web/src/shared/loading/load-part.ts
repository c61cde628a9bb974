import { reloadOnce } from './reload-once.ts';

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
 * Loads a part of the site by its dynamic import. A failure while the site answers may be a moment's,
 * so the part is asked for once more. If it still does not come, the site is another version by now
 * (Hosting keeps no file of the one before), or this browser remembers a failed import for as long as
 * a page lives, as all did until 2026: then the page is loaded anew, once for a version, and this
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
    await fetch('/', { method: 'HEAD', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}
