import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { loadPart, PartFailure } from './load-part.ts';

/** A component that is loaded when it is first shown, or before that. */
export interface LateComponent<Props> {
  (props: Props): ReactNode;
  /** Loads it, so that it is shown at once; after a failure anew. Rejects with a `PartFailure`. */
  preload: () => Promise<void>;
}

/**
 * A component loaded when it is first shown, by its name in its module: there are no default exports.
 * A component of `React.lazy` keeps its failure for ever, so each attempt gets a new one. It also waits
 * a moment for what is loaded already, so that is rendered directly: a prerendered page must not blink.
 */
export function lazyNamed<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LateComponent<Props> {
  type Loaded = ComponentType<Props>;
  let loaded: Loaded | undefined;
  let attempt: Promise<Loaded> | undefined;
  let failed = false;
  const ofAttempt = () => lazy(async () => ({ default: await (attempt ?? begin()) }));
  let Lazy = ofAttempt();

  async function begin(): Promise<Loaded> {
    attempt = loadPart(load).then((part) => (loaded = part[name]));
    return attempt.catch((error: unknown) => {
      failed = true;
      if (error instanceof PartFailure) error.again = preload;
      throw error;
    });
  }

  async function preload(): Promise<void> {
    if (failed) {
      failed = false;
      attempt = undefined;
      Lazy = ofAttempt();
    }
    await (attempt ?? begin());
  }

  function Late(props: Props) {
    // Keep the same one while it is shown: another would lose its state.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(Late, { preload });
}
