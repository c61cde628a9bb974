import { useState } from 'react';
import { intendedKeywords } from '#features/alerts/pending-alert/read-intent.ts';
import { SignUpPage } from '#features/account/auth/sign-up-page.tsx';

export function SignUpRoute() {
  const [keywords] = useState(() => intendedKeywords());
  const names = keywords.map((keyword) => `“${keyword}”`).join(', ');
  const alerts = keywords.length === 1 ? 'alert' : 'alerts';
  return (
    <SignUpPage
      notice={
        keywords.length > 0 && (
          <p className="font-medium wrap-anywhere text-ink">
            {`Verify your email, then we save your ${alerts} for ${names}.`}
          </p>
        )
      }
    />
  );
}
