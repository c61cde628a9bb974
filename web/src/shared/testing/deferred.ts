import { act } from '@testing-library/react';

/** A promise for tests. `resolve` and `reject` also wait for React's updates. */
export function deferred() {
  let resolve: () => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  const after = (settle: () => void) =>
    act(async () => {
      settle();
      await promise.catch(() => undefined);
    });
  return {
    promise,
    resolve: () => after(resolve),
    reject: (reason: Error) => after(() => reject(reason)),
  };
}
