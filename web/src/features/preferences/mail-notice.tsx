import { MailWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePerson } from '#shared/member/hooks/use-live-list.ts';
import { useSession } from '#shared/session/session-store.ts';
import { site } from '#shared/site.ts';
import { Link } from '#shared/ui/link.tsx';
import type { Suppression } from 'functions/contract';

const TEXTS: Record<Suppression['reason'], string> = {
  bounce:
    'Mail to your address came back, so we stopped sending. Make sure that the mailbox exists and is not full.',
  dropped:
    'Our mail service no longer delivers to your address, because earlier email to it came back or was not wanted.',
  spamreport:
    'One of our emails to you was reported as spam, so we stopped sending. If that was a mistake, mark it as “not spam” in your mailbox.',
  unsubscribe: 'You unsubscribed from our emails, so we stopped sending.',
};

function suppressionText(reason: Suppression['reason']): string {
  return TEXTS[reason];
}

interface MailNoticeProps {
  resend: ReactNode;
}

/** Explains why alerts are not emailed; shows nothing if they are. Requires a `MemberArea`. */
export function MailNotice({ resend }: MailNoticeProps) {
  const session = useSession();
  const live = usePerson();
  const unverified = session.status === 'signed-in' && !session.user.emailVerified;
  const person = live.status === 'ready' ? live.person : null;
  const suppression = person?.suppression ?? null;
  const paused = person?.preferences.cadence === 'paused';
  if (!unverified && !suppression && !paused) return null;
  return (
    <section
      aria-label="Email is off"
      className="flex gap-3 rounded-2xl border border-line bg-sunken p-5 text-[0.9375rem] leading-relaxed"
    >
      <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
      <div className="min-w-0 flex-1 space-y-4">
        <h2 className="font-semibold">Alerts are not emailed to you right now</h2>
        {unverified && (
          <div className="space-y-3">
            <p className="text-soft">
              Your address is not verified yet. Open the link in the email we sent to{' '}
              <span className="font-medium break-words text-ink">{session.user.email}</span>, then
              come back here.
            </p>
            {resend}
          </div>
        )}
        {suppression && (
          <p className="text-soft">
            {suppressionText(suppression.reason)} Write to{' '}
            <a href={`mailto:${site.supportEmail}`} className={LINK}>
              {site.supportEmail}
            </a>{' '}
            to get email again.
          </p>
        )}
        {paused && (
          <p className="text-soft">
            Email is paused, and your alerts stay.{' '}
            <Link to="/delivery#preferences" className={LINK}>
              Choose a frequency
            </Link>{' '}
            to resume.
          </p>
        )}
      </div>
    </section>
  );
}

const LINK = 'rounded-sm font-semibold break-words text-link underline underline-offset-4';
