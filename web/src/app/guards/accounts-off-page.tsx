import { MessagePage } from '#app/message-page.tsx';

/** Stands in for the sign-in screens where the site was built without accounts. */
export function AccountsOffPage() {
  return (
    <MessagePage name="Accounts are off" kicker="Accounts" heading="Accounts are off here">
      This copy of the site runs without accounts, so nobody can sign in or up. Searching works all
      the same.
    </MessagePage>
  );
}
