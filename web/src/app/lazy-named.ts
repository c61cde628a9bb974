import { type ComponentType, lazy } from 'react';

/** A component loaded when it is first shown, by its name in its module: there are no default exports. */
export function lazyNamed<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}
