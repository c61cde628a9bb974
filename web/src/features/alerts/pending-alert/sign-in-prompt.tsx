import { Bell } from 'lucide-react';
import type { AlertIntent } from './alert-intent.ts';
import { WishLink } from './wish-link.tsx';

interface SignInPromptProps {
  /** What the alerts are about, in the words of the page. */
  about: string;
  /** The text of the link to the sign-up page, such as "Create alert". */
  action: string;
  /** What is offered again once the visitor is signed in. */
  intent: AlertIntent;
}

/** What visitors see where signed-in people make alerts. It remembers what they wanted. */
export function SignInPrompt({ about, action, intent }: SignInPromptProps) {
  return (
    <section className="flex items-center gap-3 rounded-2xl border border-line bg-surface py-2.5 pr-2.5 pl-4 shadow-card sm:py-4 sm:pr-4 sm:pl-5">
      <Bell aria-hidden className="size-6 shrink-0 text-link max-sm:hidden" strokeWidth={1.75} />
      <div className="min-w-36 flex-1">
        <h2 className="leading-snug font-semibold max-sm:text-[0.9375rem]">
          New episodes by email
        </h2>
        <p className="text-[0.8125rem] text-soft sm:text-sm">
          <span className="max-sm:hidden">
            An alert sends you an email when a new episode mentions {about}.{' '}
          </span>
          <WishLink
            to="/login"
            intent={intent}
            className="inline-block rounded-sm py-0.5 underline decoration-1 underline-offset-2 hover:text-ink"
          >
            Please sign in to create alerts
          </WishLink>
        </p>
      </div>
      <WishLink
        to="/signup"
        intent={intent}
        className="inline-flex min-h-11 items-center justify-center rounded-xl bg-accent px-4 text-center text-[0.9375rem] leading-tight font-semibold text-balance text-on-accent transition-colors hover:bg-accent-hover sm:shrink-0 sm:px-5"
      >
        {action}
      </WishLink>
    </section>
  );
}
