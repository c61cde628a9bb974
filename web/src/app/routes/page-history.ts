import { UNSAFE_createBrowserHistory } from 'react-router-dom';

/**
 * The browser's history, whose location stays that of the call until a router listens: hydration must render the
 * page that the server rendered, also if the visitor goes back meanwhile. The router navigates afterwards.
 */
export function createPageHistory(): ReturnType<typeof UNSAFE_createBrowserHistory> {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true });
  const { href } = location;
  const first = history.location;
  let isListenedTo = false;
  return {
    ...history,
    get location() {
      return isListenedTo ? history.location : first;
    },
    listen(listener) {
      const stop = history.listen(listener);
      isListenedTo = true;
      if (location.href !== href) listener({ ...history, delta: null });
      return stop;
    },
  };
}
