import { useState } from 'react';
import { accountFailureText } from './account-failure-text.ts';

type TaskState = { status: 'idle' | 'busy' | 'done' } | { status: 'failed'; text: string };

/** Runs one task at a time; ignores calls meanwhile. `fallback` is the message for unknown errors. */
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
