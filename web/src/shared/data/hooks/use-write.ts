import { useRef, useState } from 'react';
import { withinReach } from './within-reach.ts';

interface Write {
  busy: boolean;
  failed: boolean;
  failure: unknown;
  /**
   * Runs a write unless one is running. `onDone` is called when the server confirms it, even after the timeout.
   */
  run: (write: () => Promise<void>, onDone?: () => void) => void;
  forget: () => void;
}

type State = { status: 'idle' | 'busy' } | { status: 'failed'; failure: unknown };

const IDLE: State = { status: 'idle' };

/** Runs one write at a time. A confirmation after the timeout clears the error. */
export function useWrite(): Write {
  const [state, setState] = useState<State>(IDLE);
  // Number of the last write; results of earlier ones are ignored.
  const last = useRef(0);

  function run(write: () => Promise<void>, onDone?: () => void): void {
    if (state.status === 'busy') return;
    setState({ status: 'busy' });
    const number = ++last.current;
    const end = (next: State) => {
      if (number === last.current) setState(next);
    };
    const written = write().then(() => {
      end(IDLE);
      onDone?.();
    });
    const fail = (failure: unknown) => end({ status: 'failed', failure });
    withinReach(written).catch(fail);
    // A refusal after the timeout, too.
    written.catch(fail);
  }

  return {
    busy: state.status === 'busy',
    failed: state.status === 'failed',
    failure: state.status === 'failed' ? state.failure : undefined,
    run,
    forget: () => setState((now) => (now.status === 'failed' ? IDLE : now)),
  };
}
