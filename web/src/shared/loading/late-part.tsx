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

export interface LatePart<Props> {
  (props: Props): ReactNode;
  /** Loads the component, again if the last attempt failed. Rejects with a `PartFailure`. */
  preload: () => Promise<void>;
}

interface PartOptions<Props> {
  fallback: ReactNode | ((props: Props) => ReactNode);
  /** Shown instead of `fallback` if the component cannot be loaded; `again` retries. */
  failed?: (failure: PartFailure, again: () => void, props: Props) => ReactNode;
}

/**
 * A component whose module is loaded when it is first rendered; `name` is its export. Without options, errors
 * reach the page's error boundary. With a `fallback`, errors stay inside the part, and loading is retried
 * when the connection returns. `'afterwards'` is for parts that no prerendered page contains: they load after
 * hydration, and a failure to load is not shown.
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
  // A `React.lazy` component keeps its error forever, so each attempt needs a new component.
  const newLazy = () => lazy(async () => ({ default: await (attempt ?? begin()) }));
  let Lazy = newLazy();

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
      Lazy = newLazy();
    }
    return attempt ?? begin();
  }

  function Late(props: Props) {
    // A mounted component must not change, or it loses its state. A loaded component is rendered directly,
    // because `React.lazy` always suspends briefly, which makes a hydrated page flicker.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }

  function Guarded(props: Props) {
    const { fallback, failed: failedPart } = options as PartOptions<Props>;
    const shownMeanwhile = typeof fallback === 'function' ? fallback(props) : fallback;
    return (
      <ErrorBoundary
        instead={(failure, again) => {
          if (!(failure instanceof PartFailure)) return shownMeanwhile;
          if (failedPart) return failedPart(failure, again, props);
          return (
            <>
              {shownMeanwhile}
              <Retry failure={failure} onLoaded={again} />
            </>
          );
        }}
      >
        <Suspense fallback={shownMeanwhile}>
          <Late {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }

  function Afterwards(props: Props) {
    const [Component, setComponent] = useState<Loaded>();
    useEffect(() => {
      // A transition, so that rendering this part does not block input.
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

/** Needed because the `online` event is unreliable, for instance after signing in to a hotel's network. */
const RETRY_EVERY_MS = 5000;

/**
 * While offline, retries at intervals and when the connection returns. `retry` retries immediately, and
 * resolves to true on success.
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
