import { useRef, useState } from 'react';
import { withinReach } from './within-reach.ts';

interface Write {
  busy: boolean;
  failed: boolean;
  failure: unknown;
  /**
   * Does nothing while a write is running. `onDone` runs when the server confirms, even after the
   * timeout.
   */
  run: (write: () => Promise<void>, onDone?: () => void) => void;
  forget: () => void;
}

type State = { status: 'idle' | 'busy' } | { status: 'failed'; failure: unknown };

const IDLE: State = { status: 'idle' };

/** Runs one write at a time. If the server confirms a write after the timeout, its error is cleared. */
export function useWrite(): Write {
  const [state, setState] = useState<State>(IDLE);
  // Number of the last write, so that results of earlier writes are ignored.
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
    // Also reports a refusal that arrives after the timeout.
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
