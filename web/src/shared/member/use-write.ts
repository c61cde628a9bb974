import { useRef, useState } from 'react';
import { withinReach } from './within-reach.ts';

interface Write {
  busy: boolean;
  failed: boolean;
  /** Runs the write unless one is under way; `onDone` follows when the server has it, however late. */
  run: (write: () => Promise<void>, onDone?: () => void) => void;
  /** Forgets that the last write failed; one that is under way goes on. */
  forget: () => void;
}

/**
 * One write after another, with what the screen says about it. A write that was given up for want of
 * a connection takes its failure back when it arrives after all.
 */
export function useWrite(): Write {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  // Only the last write speaks: one before it may still arrive late.
  const last = useRef(0);

  function run(write: () => Promise<void>, onDone?: () => void): void {
    if (state === 'busy') return;
    setState('busy');
    const number = ++last.current;
    const end = (next: 'idle' | 'failed') => {
      if (number === last.current) setState(next);
    };
    const written = write().then(() => {
      end('idle');
      onDone?.();
    });
    withinReach(written).catch(() => end('failed'));
  }

  return {
    busy: state === 'busy',
    failed: state === 'failed',
    run,
    forget: () => setState((now) => (now === 'failed' ? 'idle' : now)),
  };
}
