import { MailWarning } from 'lucide-react';
import { usePerson } from '#shared/data/hooks/use-live-list.ts';
import { site } from '#shared/site.ts';
import { Link } from '#shared/ui/link.tsx';
import type { Suppression } from 'functions/contract';

const TEXTS: Record<Suppression['reason'], string> = {
  bounce:
    'Email to your address was returned, so we stopped sending. Check that the mailbox exists and is not full.',
  dropped:
    'Our mail service no longer delivers to your address, because earlier email was returned or marked as spam.',
  spamreport:
    'One of our emails to you was reported as spam, so we stopped sending. If that was a mistake, mark it as “not spam” in your mailbox.',
  unsubscribe: 'You unsubscribed from our emails, so we stopped sending.',
};

function suppressionText(reason: Suppression['reason']): string {
  return TEXTS[reason];
}

/**
 * Explains why no email is sent: the person paused emails, or the mail service stopped them. Otherwise, and while
 * loading, renders nothing. Requires a `MemberArea`.
 */
export function MailNotice() {
  const live = usePerson();
  const person = live.status === 'ready' ? live.person : null;
  const suppression = person?.suppression ?? null;
  const paused = person?.preferences.cadence === 'paused';
  if (!suppression && !paused) return null;
  return (
    <section
      aria-label="Email is off"
      className="flex gap-3 rounded-2xl border border-line bg-sunken px-4 py-3 text-[0.9375rem] leading-snug sm:px-5 sm:py-4"
    >
      <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
      <div className="min-w-0 flex-1 space-y-1.5">
        <h2 className="font-semibold">Alerts are not emailed to you right now</h2>
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
            Email is paused. Your alerts stay saved.{' '}
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
