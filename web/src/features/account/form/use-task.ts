import { useState } from 'react';
import { accountFailureText } from './account-failure-text.ts';

type TaskState = { status: 'idle' | 'busy' | 'done' } | { status: 'failed'; text: string };

/**
 * Something a person starts with a button: whether it is under way, done, or failed and why. One at
 * a time: what is started meanwhile is ignored.
 * @param fallback The reader's sentence for a failure that says nothing more.
 */
export function useTask(fallback: string) {
  const [state, setState] = useState<TaskState>({ status: 'idle' });

  function run(task: () => Promise<void>): void {
    if (state.status === 'busy') return;
    setState({ status: 'busy' });
    task().then(
      () => setState({ status: 'done' }),
      (error: unknown) => setState({ status: 'failed', text: accountFailureText(error, fallback) }),
    );
  }

  return {
    busy: state.status === 'busy',
    done: state.status === 'done',
    failure: state.status === 'failed' ? state.text : '',
    run,
  };
}
