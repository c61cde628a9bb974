import { type SubmitEvent, useState } from 'react';
import { PASSWORD_HINT, passwordProblem } from '#shared/data/session/password-problem.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { SettingRow } from '#features/account/form/setting-row.tsx';
import { PasswordInput } from '#features/account/form/password-input.tsx';
import { useTask } from '#features/account/form/use-task.ts';

export function ChangePassword() {
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problem, setProblem] = useState('');
  const { busy, done, failure, run } = useTask('Failed to change the password. Please try again.');

  function close() {
    setOpen(false);
    setCurrent('');
    setNext('');
    setProblem('');
  }

  function change(event: SubmitEvent) {
    event.preventDefault();
    const refused = passwordProblem(next) ?? '';
    setProblem(refused);
    if (refused !== '') return;
    run(async () => {
      const auth = await sessionStore.auth();
      await auth.reauthenticate(current);
      await auth.changePassword(next);
      close();
    });
  }

  return (
    <SettingRow
      title="Password"
      text={
        <span role="status">
          {done && !open ? 'Password changed.' : 'You’ll need your current password.'}
        </span>
      }
      action={
        open ? null : (
          <Button tone="plain" className="h-11 text-[0.9375rem]" onClick={() => setOpen(true)}>
            Change password
          </Button>
        )
      }
    >
      {open && (
        <form onSubmit={change} className="space-y-4">
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            autoFocus
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
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={busy || current === '' || next === ''}>
              {busy ? 'Changing...' : 'Change password'}
            </Button>
            <Button tone="plain" disabled={busy} onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </SettingRow>
  );
}
