import type { AlertIntent } from './alert-intent.ts';
import { IntentLink } from './intent-link.tsx';

interface SignInPromptProps {
  /** The topic, if the page does not name it. */
  about?: string;
  action: string;
  /** Tells links with the same text apart for screen readers. */
  named?: string;
  intent: AlertIntent;
}

/** Visitors see this in place of the button that creates alerts. The links store the intent. */
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
          <IntentLink
            to="/login"
            intent={intent}
            className="inline-block rounded-sm py-0.5 underline decoration-1 underline-offset-2 hover:text-ink"
          >
            Please sign in to create alerts
          </IntentLink>
        </p>
      </div>
      <IntentLink
        to="/signup"
        intent={intent}
        className="inline-flex min-h-11 max-w-[50%] shrink-0 items-center justify-center rounded-xl bg-accent px-4 py-1 text-center text-[0.9375rem] leading-tight font-semibold text-balance text-on-accent transition-colors hover:bg-accent-hover lg:mt-3.5 lg:flex lg:max-w-none"
      >
        {action}
        {named && <span className="sr-only"> for {named}</span>}
      </IntentLink>
    </section>
  );
}
