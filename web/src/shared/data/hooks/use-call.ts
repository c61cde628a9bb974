import { useRef, useState } from 'react';
import { loadPart } from '#shared/loading/load-part.ts';
import { errorCode } from '#shared/data/session/auth-service.ts';

export type Calls = typeof import('#shared/data/account-calls.ts');

/** Runs one call at a time. `failure` is an error message, or empty. */
export function useCall(failed: string) {
  const [state, setState] = useState({ busy: false, failure: '' });
  const running = useRef(false);

  async function run(call: (calls: Calls) => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setState({ busy: true, failure: '' });
    let failure = '';
    try {
      await call(await loadPart(() => import('#shared/data/account-calls.ts')));
    } catch (error) {
      failure = failureText(error, failed);
    }
    running.current = false;
    setState({ busy: false, failure });
  }

  return {
    ...state,
    run: (call: (calls: Calls) => Promise<void>) => void run(call),
    forget: () => setState((now) => ({ ...now, failure: '' })),
  };
}

/** An error whose message is shown to the person instead of the default text. */
export class Refused extends Error {}

function failureText(error: unknown, failed: string): string {
  if (error instanceof Refused) return error.message;
  if (!navigator.onLine) return 'There is no connection. Please try again when you are online.';
  return errorCode(error) === 'functions/resource-exhausted'
    ? 'Too many requests. Please wait a moment and try again.'
    : failed;
}
