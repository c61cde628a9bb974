import { useRef, useState } from 'react';
import { withinReach } from './within-reach.ts';

interface Write {
  busy: boolean;
  failed: boolean;
  /** Why the last write failed; undefined where none did. */
  failure: unknown;
  /** Runs the write unless one is under way; `onDone` follows when the server has it, however late. */
  run: (write: () => Promise<void>, onDone?: () => void) => void;
  /** Forgets that the last write failed; one that is under way goes on. */
  forget: () => void;
}

type State = { status: 'idle' | 'busy' } | { status: 'failed'; failure: unknown };

const IDLE: State = { status: 'idle' };

/**
 * Writes one after another, and keeps what the screen says about the last. When a write that seemed
 * lost for lack of a connection arrives after all, its failure disappears.
 */
export function useWrite(): Write {
  const [state, setState] = useState<State>(IDLE);
  // Only the last write counts: an earlier one may still arrive late.
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
    withinReach(written).catch((failure: unknown) => end({ status: 'failed', failure }));
  }

  return {
    busy: state.status === 'busy',
    failed: state.status === 'failed',
    failure: state.status === 'failed' ? state.failure : undefined,
    run,
    forget: () => setState((now) => (now.status === 'failed' ? IDLE : now)),
  };
}
