import { signOut } from '#shared/session/sign-out.ts';
import { site } from '#shared/site.ts';
import { longDate } from '#shared/text/dates.ts';
import { Button } from '#shared/ui/button.tsx';
import { AlertHistory } from '#features/account/alert-history/alert-history.tsx';
import { ChangePassword } from './change-password.tsx';
import { Panel } from '#features/account/form/panel.tsx';
import { Link } from '#shared/ui/link.tsx';
import { CircleCheck, MailWarning } from 'lucide-react';
import { ResendVerification } from './verification/resend-verification.tsx';
import { loadPart } from '#shared/loading/load-part.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { useTask } from './form/use-task.ts';
import { type SubmitEvent, useState } from 'react';
import type { SessionUser } from '#shared/session/session.ts';
import { sessionStore, useSession } from '#shared/session/session-store.ts';
import { noteFarewell } from '#shared/session/farewell.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { PasswordInput } from './form/password-input.tsx';

/** Deletes the account after reauthentication, and after the person has typed its address. */
function DeleteAccount({ user }: { user: SessionUser }) {
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
      const { deleteAccount } = await loadPart(() => import('#shared/member/account-calls.ts'));
      await deleteAccount(typed);
      noteFarewell();
      await signOut();
    });
  }

  return (
    <Panel title="Delete account">
      <p className="text-[0.9375rem] leading-relaxed text-soft">
        Deletes your account with all alerts, bookmarks and preferences. This cannot be undone.
      </p>
      {open ? (
        <form onSubmit={remove} className="space-y-4">
          {hasPassword && (
            <PasswordInput
              label="Your password"
              autoComplete="current-password"
              value={password}
              onType={setPassword}
            />
          )}
          <TextField
            label={`Type ${user.email} to confirm`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <FailureNotice text={failure} />
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              tone="danger"
              disabled={busy || !confirmed || (hasPassword && password === '')}
            >
              {busy ? 'Deleting...' : 'Delete my account'}
            </Button>
            <Button tone="plain" disabled={busy} onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <Button tone="plain" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      )}
    </Panel>
  );
}

/** Downloads everything stored about a person as a JSON file. */
function DownloadData() {
  const { busy, failure, run } = useTask('Your data could not be fetched. Please try again.');
  return (
    <Panel title="Your data">
      <p className="text-[0.9375rem] leading-relaxed text-soft">
        Everything stored about you (account, alerts, bookmarks and what was emailed) as a JSON
        file.
      </p>
      <FailureNotice text={failure} />
      <Button tone="plain" disabled={busy} onClick={() => run(download)}>
        {busy ? 'Preparing...' : 'Download my data'}
      </Button>
    </Panel>
  );
}

async function download(): Promise<void> {
  const { exportAccount } = await loadPart(() => import('#shared/member/account-calls.ts'));
  const text = JSON.stringify(await exportAccount(), null, 2);
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'my-podcast-data.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function AccountStatus({ verified }: { verified: boolean }) {
  const Icon = verified ? CircleCheck : MailWarning;
  return (
    <Panel title="Account Status">
      <p className="flex items-center gap-3">
        <Icon aria-hidden className="size-5 shrink-0 text-link" strokeWidth={1.75} />
        Email verified: {verified ? 'Yes' : 'No'}
      </p>
      <p className="flex items-center gap-3">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-link" strokeWidth={1.75} />
        Account active
      </p>
      {!verified && (
        <>
          <p className="text-[0.9375rem] leading-relaxed text-soft">
            Alerts are sent only to an address that is verified. Open the link in the email we sent
            you, then come back here.
          </p>
          <ResendVerification />
        </>
      )}
    </Panel>
  );
}

const QUICK_ACTIONS = [
  { text: 'Manage alerts', to: '/alerts' },
  { text: 'Notification preferences', to: '/alerts#preferences' },
  { text: 'Alert history', to: '#history' },
];

function QuickActions() {
  return (
    <Panel title="Quick Actions">
      <ul className="space-y-3 text-[0.9375rem] leading-relaxed">
        {QUICK_ACTIONS.map(({ text, to }) => (
          <li key={to}>
            <Link
              to={to}
              className="rounded-sm font-semibold text-link underline-offset-4 hover:underline"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function DashboardPage() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  return (
    <div className="mx-auto max-w-3xl space-y-6 px-4 pt-8 pb-16 sm:px-6 sm:pt-12">
      <title>{`Account Settings – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-bold tracking-display sm:text-4xl">Account Settings</h1>
        <Button tone="plain" onClick={() => void signOut()}>
          Sign Out
        </Button>
      </div>
      <Panel title="Account">
        <dl className="grid gap-5 sm:grid-cols-2">
          <div className="min-w-0">
            <dt className="text-sm text-soft">Email</dt>
            <dd className="mt-0.5 font-medium break-words">{user.email}</dd>
          </div>
          <div>
            <dt className="text-sm text-soft">Member Since</dt>
            <dd className="mt-0.5 font-medium">
              {user.createdAtMs === null ? 'Unknown' : longDate(user.createdAtMs)}
            </dd>
          </div>
        </dl>
      </Panel>
      <AccountStatus verified={user.emailVerified} />
      <QuickActions />
      <AlertHistory />
      {user.providers.includes('password') && <ChangePassword />}
      <DownloadData />
      <DeleteAccount user={user} />
    </div>
  );
}
