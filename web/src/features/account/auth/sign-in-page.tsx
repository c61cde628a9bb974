import type { SubmitEvent } from 'react';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { site } from '#shared/site.ts';
import { AuthCard, AuthLink, SubmitButton } from './auth-card.tsx';
import { isAboutBlocking } from './auth-failure-text.ts';
import { GoogleButton } from './google-button.tsx';
import { readText } from './read-text.ts';
import { useAuthAction } from './use-auth-action.ts';
import { useRedirectFailure } from './use-redirect-failure.ts';

const WAYS_OUT = [
  'Allow popups for this site in your browser’s settings',
  'Disable popup and ad blockers for this site',
  'Try another browser',
  'Clear the cache and cookies of this site',
  'Use your email and password instead',
];

function PopupTroubleshooting() {
  return (
    <>
      <p className="mt-2 font-medium text-ink">What may help:</p>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-soft">
        {WAYS_OUT.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
    </>
  );
}

/** Does not redirect after a sign-in, because the guards of the routes do so. */
export function SignInPage() {
  const attempt = useAuthAction(useRedirectFailure('google-sign-in'));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    void attempt.start('sign-in', (auth) =>
      auth.signIn(readText(form, 'email'), readText(form, 'password')),
    );
  }

  return (
    <AuthCard
      name="Sign in"
      heading="Welcome back"
      subheading={`Sign in to your alerts and bookmarks on ${site.name}`}
      footer={
        <>
          New here? <AuthLink to="/signup">Create an account</AuthLink>
        </>
      }
    >
      <FailureNotice text={attempt.failure}>
        {isAboutBlocking(attempt.failure) && <PopupTroubleshooting />}
      </FailureNotice>
      <form method="post" onSubmit={submit} className="space-y-5">
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <p className="-mt-2 text-right text-sm">
          <AuthLink to="/forgot-password">Forgot your password?</AuthLink>
        </p>
        <SubmitButton busy={attempt.busy} busyText="Signing in...">
          Sign in
        </SubmitButton>
      </form>
      <GoogleButton
        disabled={attempt.busy}
        onClick={() => void attempt.start('google-sign-in', (auth) => auth.signInWithGoogle())}
      >
        Sign in with Google
      </GoogleButton>
    </AuthCard>
  );
}
