import { type SubmitEvent, useState } from 'react';
import { sessionStore } from '#shared/session/session-store.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { accountFailureText } from './account-failure-text.ts';
import { Panel } from './panel.tsx';
import { useTask } from './use-task.ts';

const MIN_PASSWORD_LENGTH = 6;

/** Changes the password of an account that has one, after asking for the present one. */
export function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problem, setProblem] = useState('');
  const { busy, done, failure, run } = useTask((error) =>
    accountFailureText(error, 'The password could not be changed. Please try again.'),
  );

  function change(event: SubmitEvent) {
    event.preventDefault();
    const short = next.length < MIN_PASSWORD_LENGTH;
    setProblem(short ? 'Password must be at least 6 characters' : '');
    if (short) return;
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
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          required
          value={next}
          onChange={(event) => setNext(event.target.value)}
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
