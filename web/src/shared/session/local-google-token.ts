/**
 * An identity as Google would vouch for it, which only the Auth emulator accepts: it stands in for
 * Google's popup, whose script cannot be loaded without a connection.
 */
export function localGoogleToken(known?: string): string {
  const email =
    known ?? window.prompt('Email address of the local Google account', 'ada@example.com');
  if (!email) throw Object.assign(new Error('cancelled'), { code: 'auth/popup-closed-by-user' });
  return JSON.stringify({ sub: `google-${email}`, email, email_verified: true });
}
