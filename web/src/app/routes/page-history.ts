import { createPath, UNSAFE_createBrowserHistory } from 'react-router-dom';

type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;

/**
 * The browser's history, whose location stays that of the call until a router listens: hydration must render the
 * page that the server rendered, also if the visitor goes back meanwhile. The router navigates afterwards.
 */
export function createPageHistory(): BrowserHistory {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true });
  const first = history.location;
  let isListenedTo = false;
  return {
    ...history,
    get action() {
      return history.action;
    },
    get location() {
      return isListenedTo ? history.location : first;
    },
    listen(listener) {
      const stop = history.listen(listener);
      isListenedTo = true;
      const { action, location } = history;
      if (createPath(location) !== createPath(first)) listener({ action, location, delta: null });
      return stop;
    },
  };
}
