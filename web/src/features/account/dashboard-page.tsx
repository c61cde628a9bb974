import { useSession } from '#shared/session/use-session.ts';
import { signOut } from '#shared/session/sign-out.ts';
import { site } from '#shared/site.ts';
import { longDate } from '#shared/text/dates.ts';
import { Button } from '#shared/ui/button.tsx';
import { AccountStatus } from './account-status.tsx';
import { AlertHistory } from '#features/account/alert-history/alert-history.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { Panel } from '#features/account/form/panel.tsx';
import { QuickActions } from './quick-actions.tsx';

/** The account of the person who is signed in. */
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
