import {
  type ComponentType,
  lazy,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadPart, PartFailure } from './load-part.ts';

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props & object : never;

/** A component that is loaded when it is first shown, or before that. */
export interface LatePart<Props> {
  (props: Props): ReactNode;
  /** Loads it, so that it is shown at once; after a failure anew. Rejects with a `PartFailure`. */
  preload: () => Promise<void>;
}

/** Behaviour of a part that is no page of its own. */
interface PartOptions<Props> {
  /** Stands in its place while it loads, and where it cannot be shown. */
  fallback: ReactNode | ((props: Props) => ReactNode);
  /** Stands in its place where it cannot be loaded, instead of `fallback`; `again` shows it once more. */
  failed?: (failure: PartFailure, again: () => void, props: Props) => ReactNode;
}

/**
 * A component loaded when it is first shown, by its name in its module: there are no default exports.
 * Without options its failure is that of the page around it. With a `fallback` the rest of the page stays
 * as it is when the part breaks, and a part that could not be loaded appears when the connection returns.
 * `afterwards` is for what belongs to no prerendered page: it comes when the page is there, takes nothing
 * away that is shown, and its failure is nobody's concern.
 */
export function latePart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  options?: PartOptions<PropsOf<Module[Name]>> | 'afterwards',
): LatePart<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  type Loaded = ComponentType<Props>;
  let loaded: Loaded | undefined;
  let attempt: Promise<Loaded> | undefined;
  let failed = false;
  // A component of `React.lazy` keeps its failure for ever, so each attempt gets a new one.
  const ofAttempt = () => lazy(async () => ({ default: await (attempt ?? begin()) }));
  let Lazy = ofAttempt();

  async function begin(): Promise<Loaded> {
    attempt = loadPart(load).then((part) => (loaded = part[name] as Loaded));
    return attempt.catch((error: unknown) => {
      failed = true;
      if (error instanceof PartFailure) error.again = part;
      throw error;
    });
  }

  async function part(): Promise<Loaded> {
    if (failed) {
      failed = false;
      attempt = undefined;
      Lazy = ofAttempt();
    }
    return attempt ?? begin();
  }

  function Late(props: Props) {
    // Keep the same one while it is shown: another would lose its state. `React.lazy` waits a moment for
    // what is loaded already, so that is rendered directly: a prerendered page must not blink.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }

  function Guarded(props: Props) {
    const { fallback, failed: failedPart } = options as PartOptions<Props>;
    const place = typeof fallback === 'function' ? fallback(props) : fallback;
    return (
      <ErrorBoundary
        instead={(failure, again) => {
          if (!(failure instanceof PartFailure)) return place;
          if (failedPart) return failedPart(failure, again, props);
          return (
            <>
              {place}
              <Retry failure={failure} onLoaded={again} />
            </>
          );
        }}
      >
        <Suspense fallback={place}>
          <Late {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }

  function Afterwards(props: Props) {
    const [Component, setComponent] = useState<Loaded>();
    useEffect(() => {
      // Nobody waits for it: it is rendered in pieces, between which the page answers.
      const show = (component: Loaded) => startTransition(() => setComponent(() => component));
      const begin = () => {
        part().then(show, () => addEventListener('online', begin, { once: true }));
      };
      begin();
      return () => removeEventListener('online', begin);
    }, []);
    return Component && <Component {...props} />;
  }

  const Part = options === undefined ? Late : options === 'afterwards' ? Afterwards : Guarded;
  return Object.assign(Part, { preload: () => part().then(() => undefined) });
}

function Retry({ failure, onLoaded }: { failure: PartFailure; onLoaded: () => void }) {
  usePartRetry(failure, onLoaded);
  return null;
}

/** Browsers do not report every connection: after signing in to a hotel's network, for instance. */
const RETRY_EVERY_MS = 5000;

/**
 * Loads a part again when the connection returns, and every five seconds while there is none. `kind`
 * says why it is not there; `retry` loads it at once and answers whether that worked. `onLoaded` is
 * called when the part is there.
 */
export function usePartRetry(failure: PartFailure, onLoaded: () => void) {
  const [{ kind }, setLatest] = useState(failure);

  async function retry(): Promise<boolean> {
    try {
      await failure.again();
    } catch (error) {
      if (error instanceof PartFailure) setLatest(error);
      return false;
    }
    onLoaded();
    return true;
  }

  useEffect(() => {
    if (kind !== 'offline') return;
    const again = () => void retry();
    window.addEventListener('online', again);
    const timer = setInterval(again, RETRY_EVERY_MS);
    return () => {
      window.removeEventListener('online', again);
      clearInterval(timer);
    };
  });

  return { kind, retry };
}
