import type { AlertIntent } from './alert-intent.ts';
import { WishLink } from './wish-link.tsx';

interface SignInPromptProps {
  /** What the alerts are about, where the page does not say it. */
  about?: string;
  /** The text of the link to the sign-up page, such as "Create alert". */
  action: string;
  /** What the link is for, where several links of a page could have its text. */
  named?: string;
  /** What is offered again once the visitor is signed in. */
  intent: AlertIntent;
}

/** What visitors see where signed-in people make alerts. It remembers what they wanted. */
export function SignInPrompt({ about, action, named, intent }: SignInPromptProps) {
  return (
    <section className="flex items-center gap-3 lg:block print:hidden lg:rounded-2xl lg:border lg:border-line lg:bg-surface lg:p-4 lg:shadow-card">
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold tracking-title max-sm:text-[0.9375rem] max-sm:leading-snug">
          New episodes by email
        </h2>
        {about && (
          <p className="text-sm text-soft max-lg:hidden">
            An alert sends you an email when a new episode mentions {about}.
          </p>
        )}
        <p className="text-[0.8125rem] text-soft sm:text-sm lg:mt-0.5">
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
        className="inline-flex min-h-11 max-w-[50%] shrink-0 items-center justify-center rounded-xl bg-accent px-4 py-1 text-center text-[0.9375rem] leading-tight font-semibold text-balance text-on-accent transition-colors hover:bg-accent-hover lg:mt-3.5 lg:flex lg:max-w-none"
      >
        {action}
        {named && <span className="sr-only"> for {named}</span>}
      </WishLink>
    </section>
  );
}
