import { Link } from 'react-router-dom';
import type { SitePage } from '#content/site-pages.ts';
import { site } from '#shared/site.ts';
import { SupportLink } from '#shared/ui/support-link.tsx';
import { TextSection } from '#shared/ui/text-section.tsx';
import { LegalPage } from './legal-page.tsx';

export function PrivacyPage({ page }: { page: SitePage }) {
  return (
    <LegalPage
      page={page}
      summary="Without an account nothing about you is stored. With one, your email address and what you saved yourself are. There are no advertisements, no analytics and no tracking cookies, and nothing is sold. You can download or delete everything on your account page."
    >
      <TextSection title="When you search">
        <p>
          The words you search for are sent to the server, which answers and does not keep a record
          of who searched for what. Equal searches may share one answer for a minute. Your network
          address is used to answer you and, in memory only, to limit how many searches one caller
          makes in a minute. As with any website, the hosting provider keeps technical logs of
          requests for a limited time.
        </p>
        <p>
          Cover images are loaded from the podcasts’ own servers, which thereby see your network
          address, but not the page you are on. An episode you open is on its publisher’s site,
          where that publisher’s rules apply.
        </p>
      </TextSection>
      <TextSection title="What is stored when you have an account">
        <ul>
          <li>
            <strong>Your sign-in:</strong> email address, whether it is verified, when the account
            was made, and how you sign in. Passwords are kept by the identity service in a form that
            nobody can read. If you sign in with Google, it passes on your email address and basic
            profile.
          </li>
          <li>
            <strong>Your alerts:</strong> the keywords you saved, and when.
          </li>
          <li>
            <strong>Your bookmarks:</strong> the episodes you saved as they were shown, and when.
          </li>
          <li>
            <strong>Your preferences</strong> for email, such as how often you want it.
          </li>
          <li>
            <strong>Emails sent to you:</strong> which alerts and episodes they were about, and
            whether they could be delivered, so that no episode is announced twice and no mail goes
            to an address that refuses it.
          </li>
        </ul>
        <p>All of it is there to do what you asked for, and is used for nothing else.</p>
      </TextSection>
      <TextSection title="In your browser">
        <p>
          There are no cookies for tracking. When you sign in, your browser stores what keeps you
          signed in, and a note that somebody is signed in on this device; signing out removes both.
        </p>
      </TextSection>
      <TextSection title="Who else processes it">
        <ul>
          <li>
            <strong>Google (Firebase and Google Cloud)</strong> hosts the site, the accounts and
            what you save.
          </li>
          <li>
            <strong>The mail provider</strong> (SendGrid, or the mail server this site is set up
            with) receives your email address and the content of the alert mails in order to deliver
            them. Opening a mail and following its links is not tracked.
          </li>
        </ul>
        <p>Both may process data outside your country. Nobody else receives any.</p>
      </TextSection>
      <TextSection title="How long it is kept, and your rights">
        <ul>
          <li>
            Alerts and bookmarks are kept until you delete them, the rest until you delete the
            account.
          </li>
          <li>
            On your <Link to="/dashboard">account page</Link> you can download everything that is
            stored about you, and delete the account with all of it. What another of your devices
            still writes is removed within hours.
          </li>
          <li>Every alert mail has a link to unsubscribe that works without signing in.</li>
          <li>
            You may ask what is stored, have it corrected, object to its use, or complain to a data
            protection authority. Write to <SupportLink />.
          </li>
        </ul>
      </TextSection>
      <TextSection title="Changes">
        <p>
          When {site.name} begins to store or send anything else, this page says so, and the date
          above changes.
        </p>
      </TextSection>
    </LegalPage>
  );
}
