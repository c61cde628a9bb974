import type { SignUpRule } from 'functions/contract';
import type { ReactNode, SubmitEvent } from 'react';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { PASSWORD_HINT, passwordProblem } from '#shared/data/session/password-problem.ts';
import { site } from '#shared/site.ts';
import { AuthCard, AuthLink, SubmitButton } from './auth-card.tsx';
import { isAboutPopup } from './auth-failure-text.ts';
import { GoogleButton } from './google-button.tsx';
import { readText } from './read-text.ts';
import { emailProblem, SIGN_UP_RULE, signUpRuleText } from './sign-up-rule.ts';
import { useAuthAction } from './use-auth-action.ts';
import { useRedirectFailure } from './use-redirect-failure.ts';

interface SignUpPageProps {
  notice?: ReactNode;
  rule?: SignUpRule;
}

/** Does not redirect once the account is created, because the guards of the routes do so. */
export function SignUpPage({ notice, rule = SIGN_UP_RULE }: SignUpPageProps) {
  const attempt = useAuthAction(useRedirectFailure('google-sign-up'));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const password = readText(form, 'password');
    const email = readText(form, 'email');
    const problem =
      emailProblem(email, rule) ?? signUpProblem(password, readText(form, 'confirmation'));
    if (problem) attempt.refuse(problem);
    else void attempt.start('sign-up', (auth) => auth.signUp(email, password));
  }

  const ruleText = signUpRuleText(rule);

  return (
    <AuthCard
      name="Sign up"
      heading="Create your account"
      subheading={`Join ${site.name} to get personalized podcast alerts`}
      footer={
        <>
          Already have an account? <AuthLink to="/login">Sign in</AuthLink>
        </>
      }
    >
      <div className="space-y-1 text-[0.9375rem] leading-relaxed text-soft">
        {notice}
        {ruleText !== null && <p>{ruleText}</p>}
        {rule !== 'closed' && <p>We email you a link to confirm your address.</p>}
      </div>
      {rule !== 'closed' && (
        <>
          <FailureNotice text={attempt.failure}>
            {isAboutPopup(attempt.failure) && (
              <p className="mt-2 text-soft">
                <strong className="font-medium text-ink">Tip:</strong> allow popups for this site in
                your browser’s settings, or sign up with your email and a password.
              </p>
            )}
          </FailureNotice>
          <form method="post" onSubmit={submit} className="space-y-5">
            <TextField label="Email" name="email" type="email" autoComplete="username" required />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="new-password"
              hint={PASSWORD_HINT}
              required
            />
            <PasswordField
              label="Confirm password"
              name="confirmation"
              autoComplete="new-password"
            />
            <SubmitButton busy={attempt.busy} busyText="Creating account...">
              Create account
            </SubmitButton>
          </form>
          <GoogleButton
            disabled={attempt.busy}
            onClick={() => void attempt.start('google-sign-up', (auth) => auth.signInWithGoogle())}
          >
            Sign up with Google
          </GoogleButton>
        </>
      )}
    </AuthCard>
  );
}

/** Checks only the passwords, because the browser validates the email address. */
export function signUpProblem(password: string, confirmation: string): string | null {
  return password === confirmation ? passwordProblem(password) : 'Passwords do not match';
}
