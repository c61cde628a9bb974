import { useState } from 'react';
import { intendedNames } from '#features/alerts/pending-alert/read-intent.ts';
import { SignUpPage } from '#features/account/auth/sign-up-page.tsx';

export function SignUpRoute() {
  const [intended] = useState(() => intendedNames());
  const next = nextText(intended);
  return (
    <SignUpPage
      notice={next !== '' && <p className="font-medium wrap-anywhere text-ink">{next}</p>}
    />
  );
}

function nextText({ keywords, show }: ReturnType<typeof intendedNames>): string {
  if (show !== '') return `Verify your email, then you follow “${show}”.`;
  if (keywords.length === 0) return '';
  const names = keywords.map((keyword) => `“${keyword}”`).join(', ');
  const alerts = keywords.length === 1 ? 'alert' : 'alerts';
  return `Verify your email, then we save your ${alerts} for ${names}.`;
}
