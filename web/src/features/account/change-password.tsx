import { type SubmitEvent, useState } from 'react';
import { PASSWORD_HINT, passwordProblem } from '#shared/session/password-problem.ts';
import { sessionStore } from '#shared/session/session-store.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { Panel } from '#features/account/form/panel.tsx';
import { PasswordInput } from '#features/account/form/password-input.tsx';
import { useTask } from '#features/account/form/use-task.ts';

export function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problem, setProblem] = useState('');
  const { busy, done, failure, run } = useTask(
    'The password could not be changed. Please try again.',
  );

  function change(event: SubmitEvent) {
    event.preventDefault();
    const refused = passwordProblem(next) ?? '';
    setProblem(refused);
    if (refused !== '') return;
    run(async () => {
      const auth = await sessionStore.auth();
      await auth.reauthenticate(current);
      await auth.changePassword(next);
      setCurrent('');
      setNext('');
    });
  }

  return (
    <Panel title="Change password">
      <form onSubmit={change} className="space-y-4">
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          value={current}
          onType={setCurrent}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          value={next}
          onType={setNext}
        />
        <FailureNotice text={problem || failure} />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" tone="plain" disabled={busy || current === '' || next === ''}>
            {busy ? 'Changing...' : 'Change password'}
          </Button>
          <p role="status" className="text-[0.9375rem] text-soft">
            {done ? 'Your password is changed.' : ''}
          </p>
        </div>
      </form>
    </Panel>
  );
}
