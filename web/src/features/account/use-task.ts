import { useState } from 'react';

type TaskState = { status: 'idle' | 'busy' | 'done' } | { status: 'failed'; text: string };

/** Something a person starts with a button: whether it is under way, done, or failed and why. */
export function useTask(failureText: (error: unknown) => string) {
  const [state, setState] = useState<TaskState>({ status: 'idle' });

  function run(task: () => Promise<void>): void {
    if (state.status === 'busy') return;
    setState({ status: 'busy' });
    task().then(
      () => setState({ status: 'done' }),
      (error: unknown) => setState({ status: 'failed', text: failureText(error) }),
    );
  }

  return {
    busy: state.status === 'busy',
    done: state.status === 'done',
    failure: state.status === 'failed' ? state.text : '',
    run,
  };
}
