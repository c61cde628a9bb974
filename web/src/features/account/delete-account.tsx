import { TriangleAlert } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { PasswordInput } from '#features/account/form/password-input.tsx';
import { SettingRow } from '#features/account/form/setting-row.tsx';
import { useTask } from '#features/account/form/use-task.ts';
import { loadPart } from '#shared/loading/load-part.ts';
import { noteFarewell } from '#shared/data/session/farewell.ts';
import type { SessionUser } from '#shared/data/session/session.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { signOut } from '#shared/data/session/sign-out.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextField } from '#shared/ui/text-field.tsx';

/** Requires reauthentication, and that the person types the email address. */
export function DeleteAccount({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [typed, setTyped] = useState('');
  const { busy, failure, run } = useTask('Your account could not be deleted. Please try again.');
  const hasPassword = user.providers.includes('password');
  const confirmed = typed.trim().toLowerCase() === user.email.toLowerCase();

  function remove(event: SubmitEvent) {
    event.preventDefault();
    run(async () => {
      const auth = await sessionStore.auth();
      if (hasPassword) await auth.reauthenticate(password);
      else await auth.reauthenticateWithGoogle();
      const { deleteAccount } = await loadPart(() => import('#shared/data/account-calls.ts'));
      await deleteAccount(typed);
      noteFarewell();
      await signOut();
    });
  }

  return (
    <div className="rounded-2xl border border-danger-line bg-danger-surface p-3 sm:rounded-3xl sm:p-7">
      <SettingRow
        danger
        icon={<TriangleAlert aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />}
        title="Delete account"
        text="Your account, alerts, channels, bookmarks and preferences will be deleted. This cannot be undone."
        action={
          open ? null : (
            <Button tone="danger" className="h-11 text-[0.9375rem]" onClick={() => setOpen(true)}>
              Delete my account
            </Button>
          )
        }
      >
        {open && (
          <form onSubmit={remove} className="space-y-4">
            {hasPassword && (
              <PasswordInput
                label="Your password"
                autoComplete="current-password"
                autoFocus
                value={password}
                onType={setPassword}
              />
            )}
            <TextField
              label={`Type ${user.email} to confirm`}
              autoComplete="off"
              autoCapitalize="none"
              autoFocus={!hasPassword}
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <FailureNotice text={failure} />
            <div className="flex flex-wrap gap-3">
              <Button
                type="submit"
                tone="danger-filled"
                disabled={busy || !confirmed || (hasPassword && password === '')}
              >
                {busy ? 'Deleting...' : 'Delete my account'}
              </Button>
              <Button tone="plain" disabled={busy} onClick={() => setOpen(false)}>
                Cancel
              </Button>
            </div>
          </form>
        )}
      </SettingRow>
    </div>
  );
}
