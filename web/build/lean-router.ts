import type { Plugin } from 'vite';

const ROUTER = /\/node_modules\/react-router\/dist\/.*\.mjs$/;
/** Assignments of display names, which only React's developer tools use. */
const NAME = /^\w+\.displayName = "\w+";$/gm;
/** Calls that have no side effects. */
const MAKING = /= (React\d*\.(?:forwardRef|createContext|memo)\()/g;

/**
 * Lets the bundler drop unused parts of React Router (forms, scroll restoration, data router), which saves 2 kB
 * compressed. Otherwise display names and unmarked calls would count as side effects.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler: (code) => ({
        code: code.replace(NAME, '').replace(MAKING, '= /* @__PURE__ */ $1'),
        map: null, // the line count does not change
      }),
    },
  };
}
