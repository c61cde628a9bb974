import type { Plugin } from 'vite';

const ROUTER = /\/node_modules\/react-router\/dist\/.*\.mjs$/;
/** What a module says to React's own tools, for each component, whether anybody uses it or not. */
const NAME = /^\w+\.displayName = "\w+";$/gm;
/** A call that makes a component or a context, and does nothing else. */
const MAKING = /= (React\d*\.(?:forwardRef|createContext|memo)\()/g;

/**
 * Lets the bundler leave out what the site does not use of React Router: forms, scroll restoration and
 * the data router's parts, two kilobytes compressed. Their names and how they are made would keep them.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler: (code) => ({
        code: code.replace(NAME, '').replace(MAKING, '= /* @__PURE__ */ $1'),
        map: null, // no line is added or taken away
      }),
    },
  };
}
