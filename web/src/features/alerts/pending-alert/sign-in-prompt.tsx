import { Bell } from 'lucide-react';
import { Link } from '#shared/ui/link.tsx';
import { type AlertIntent, keepIntent } from './alert-intent.ts';

interface SignInPromptProps {
  /** What the alerts are about, in the words of the page. */
  about: string;
  /** The text of the link to the sign-up page, such as "Create alert". */
  action: string;
  /** What is offered again once the visitor is signed in. */
  intent: AlertIntent;
}

const LINK = 'rounded-sm py-1 text-link underline-offset-4 hover:underline';

/** What visitors see where signed-in people make alerts. It remembers what they wanted. */
export function SignInPrompt({ about, action, intent }: SignInPromptProps) {
  const wish = {
    onClick: () => keepIntent(intent),
    // The script in index.html keeps it where the link is pressed before the app listens.
    'data-wish': JSON.stringify(intent),
  };
  return (
    <section className="flex gap-3 rounded-2xl border border-line bg-surface px-5 py-4 shadow-card sm:gap-4 sm:py-5">
      <Bell
        aria-hidden
        className="size-6 shrink-0 text-link max-[24rem]:hidden"
        strokeWidth={1.75}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-1">
        <div className="min-w-52 flex-1">
          <h2 className="font-semibold max-sm:text-[0.9375rem]">Please sign in to create alerts</h2>
          <p className="mt-0.5 hidden text-[0.9375rem] leading-relaxed text-soft sm:block">
            An alert sends you an email when a new episode mentions {about}.
          </p>
        </div>
        <p className="flex flex-wrap items-center gap-x-5 font-semibold">
          <Link to="/signup" {...wish} className={LINK}>
            {action}
          </Link>
          <Link to="/login" {...wish} className={LINK}>
            Sign In
          </Link>
        </p>
      </div>
    </section>
  );
}
