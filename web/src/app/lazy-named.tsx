import { type ComponentType, lazy, type ReactNode, useState } from 'react';

/** A component that is loaded when it is first shown, or before that. */
export interface LateComponent<Props> {
  (props: Props): ReactNode;
  /** Loads it, so that it is shown at once. Rejects when it cannot be loaded. */
  preload: () => Promise<void>;
}

/**
 * A component loaded when it is first shown, by its name in its module: there are no default
 * exports. What `React.lazy` makes waits a moment even for what is loaded already, and a prerendered
 * page is better taken over in one go.
 */
export function lazyNamed<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LateComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }));
  function Late(props: Props) {
    // The same one for as long as it is shown: another would begin from nothing.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(Late, {
    preload: async () => {
      loaded = (await load())[name];
    },
  });
}
