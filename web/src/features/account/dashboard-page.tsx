import { signOut } from '#shared/data/session/sign-out.ts';
import { MemberPage } from '#shared/page/member-page.tsx';
import { MemberTitle } from '#shared/page/member-title.tsx';
import { longDate } from '#shared/text/dates.ts';
import { Button } from '#shared/ui/button.tsx';
import { ConnectedAppsArea } from './apps/connected-apps.tsx';
import { KeysArea } from './keys/keys-area.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { SettingRow } from '#features/account/form/setting-row.tsx';
import { Link } from '#shared/ui/link.tsx';
import { TextLink } from '#shared/ui/text-link.tsx';
import { clsx } from 'clsx';
import {
  Bell,
  ChevronRight,
  CircleCheck,
  History,
  MailWarning,
  SlidersHorizontal,
} from 'lucide-react';
import { ResendVerification } from './verification/resend-verification.tsx';
import { saveFile } from '#shared/page/save-file.ts';
import { loadPart } from '#shared/loading/load-part.ts';
import { CARD } from '#shared/ui/card.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { useTask } from './form/use-task.ts';
import { useSession } from '#shared/data/session/session-store.ts';

function DownloadData() {
  const { busy, failure, run } = useTask('Failed to download your data. Please try again.');
  return (
    <SettingRow
      title="Your data"
      text={
        <>
          Everything we store about you (account, alerts, their matches, bookmarks, channels and
          alert history) as a JSON file, or the matches of the past year as a table. To move alerts
          to another account: <TextLink to="/alerts#import-export">Import or export</TextLink>
        </>
      }
      action={
        <div className="grid gap-2">
          <Button
            tone="plain"
            className="h-11 text-[0.9375rem]"
            disabled={busy}
            onClick={() => run(download)}
          >
            {busy ? 'Preparing...' : 'Download my data'}
          </Button>
          <Button
            tone="plain"
            className="h-11 text-[0.9375rem]"
            disabled={busy}
            onClick={() => run(downloadMatches)}
          >
            Matches as CSV
          </Button>
        </div>
      }
    >
      <FailureNotice text={failure} />
    </SettingRow>
  );
}

async function download(): Promise<void> {
  const { exportAccount } = await loadPart(() => import('#shared/data/account-calls.ts'));
  const text = JSON.stringify(await exportAccount(), null, 2);
  saveFile('my-podcast-data.json', text, 'application/json');
}

async function downloadMatches(): Promise<void> {
  const [{ exportAccount }, { exportedMatches, matchesCsv }] = await Promise.all([
    loadPart(() => import('#shared/data/account-calls.ts')),
    loadPart(() => import('#shared/data/member/matches-csv.ts')),
  ]);
  saveFile('my-matches.csv', matchesCsv(exportedMatches(await exportAccount())), 'text/csv');
}

function AccountStatus({ verified }: { verified: boolean }) {
  const Icon = verified ? CircleCheck : MailWarning;
  return (
    <section
      aria-label="Account Status"
      className={clsx(
        'rounded-2xl border px-4 py-3 sm:px-5',
        verified ? 'border-line' : 'border-accent bg-surface py-4 shadow-card',
      )}
    >
      <div className="flex flex-wrap gap-x-6 gap-y-1 text-[0.9375rem]">
        <p className={clsx('flex items-center gap-2', verified || 'font-semibold')}>
          <Icon aria-hidden className="size-5 shrink-0 text-link" strokeWidth={1.75} />
          Email verified: {verified ? 'Yes' : 'No'}
        </p>
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-link" strokeWidth={1.75} />
          Account active
        </p>
      </div>
      {!verified && (
        <div className="mt-3 space-y-4">
          <p className="text-[0.9375rem] leading-relaxed text-soft">
            We send alerts only to verified addresses. Open the link in the email we sent you, then
            come back here.
          </p>
          <ResendVerification />
        </div>
      )}
    </section>
  );
}

const QUICK_ACTIONS = [
  { text: 'Manage alerts', to: '/alerts', icon: Bell },
  { text: 'Notification preferences', to: '/delivery#preferences', icon: SlidersHorizontal },
  { text: 'Alert history', to: '/delivery#history', icon: History },
];

function QuickActions() {
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="text-sm font-medium text-soft">
        Quick Actions
      </h2>
      <ul className="mt-2 grid grid-cols-1 gap-2 sm:grid-cols-3 sm:gap-3">
        {QUICK_ACTIONS.map(({ text, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full min-h-12 items-center gap-3 rounded-2xl border border-line bg-surface px-4 py-2.5 text-[0.9375rem] leading-tight font-semibold shadow-card transition-colors hover:border-field"
            >
              <Icon aria-hidden className="size-5 shrink-0 text-link" strokeWidth={1.75} />
              <span className="min-w-0 flex-1">{text}</span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Frequently used settings come first, irreversible ones last. */
export function DashboardPage() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  return (
    <MemberPage name="Account Settings">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <MemberTitle>Account Settings</MemberTitle>
        <Button
          tone="plain"
          // As high as the title, which is where it is on other pages.
          className="-my-1.5 h-11 shrink-0 px-4 text-[0.9375rem] sm:-my-0.5 sm:px-6"
          onClick={() => void signOut()}
        >
          Sign Out
        </Button>
      </div>
      <dl className="flex flex-wrap gap-x-12 gap-y-3 max-sm:pt-1.5">
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
      <div className="space-y-3 sm:space-y-6">
        <AccountStatus verified={user.emailVerified} />
        <QuickActions />
        {user.providers.includes('password') && (
          <div className={CARD}>
            <ChangePassword />
          </div>
        )}
        <ConnectedAppsArea />
        <KeysArea />
        <div className={CARD}>
          <DownloadData />
        </div>
        <DeleteAccount user={user} />
      </div>
    </MemberPage>
  );
}
