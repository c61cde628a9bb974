import {
  APP_UNUSED_DAYS,
  BACKUP_KEPT_DAYS,
  COUNT_KEPT_SECONDS,
  DIGEST_KEPT_DAYS,
  GONE_ADDRESS_KEPT_DAYS,
  HISTORY_KEPT_DAYS,
  MATCHES_KEPT_DAYS,
  MOMENTS_KEPT_DAYS,
  MAX_FEED_ITEMS,
  SHOW_KEPT_DAYS,
  SENT_LOG_KEPT_DAYS,
  MAIL_EVENT_KEPT_DAYS,
} from 'functions/contract';
import type { SitePage } from '#content/site-pages.ts';
import { POSITIONS_KEPT } from '#shared/player/positions.ts';
import { site } from '#shared/site.ts';
import { Link } from '#shared/ui/link.tsx';
import { SupportLink } from '#shared/ui/support-link.tsx';
import { TextSection } from '#shared/ui/text-section.tsx';
import { LegalPage } from './legal-page.tsx';

export function PrivacyPage({ page }: { page: SitePage }) {
  return (
    <LegalPage
      page={page}
      summary="Without an account, we store nothing that identifies you. With an account, we store your email address and what you save. There are no advertisements, no analytics and no tracking cookies, and nothing is sold. You can download your data and delete your account on your account page."
    >
      <TextSection title="When you search">
        <p>
          The words you search for are sent to the server, which keeps no record of who searched for
          what. For a minute, people who search for the same words may get the same stored answer.
          To limit how often one visitor searches, the server counts searches by your network
          address or, when you are signed in, by your account. It does not store the address itself
          but a keyed hash of it, for {COUNT_KEPT_SECONDS} seconds; the database removes expired
          counts within about a day, and the key is replaced every day. As with any website, the
          hosting provider keeps technical logs of requests for a limited time.
        </p>
        <p>
          If you share a moment of an episode, its page stays for up to {MOMENTS_KEPT_DAYS} days:
          the names of episode and show, their links, the second and the words around it. Who shared
          it is not stored. How many moments one visitor shares in a day is counted in the same way
          as searches.
        </p>
        <p>
          Search results come from {site.name}’s own catalogue, or from a search server of its
          operator, which then receives the words, not your address.
        </p>
        <p>
          Cover images are loaded from the podcasts’ own servers, which see your network address,
          but neither the page you are on nor the words you search for. An episode opens on its
          publisher’s site, where that publisher’s rules apply.
        </p>
        <p>
          Nothing plays by itself. An episode you play here comes straight from its publisher’s
          server or the services it goes through. They see your network address and that you came
          from {site.name}, as they would from a podcast app. {site.name} itself learns what you
          play only while you have the player open: it asks for the transcript around the place,
          which the server answers like a search and does not record.
        </p>
        <p>
          A transcription service may be sent the audio of published episodes, so that what is said
          can be searched. It never learns what anybody searches for, follows or plays.
        </p>
      </TextSection>
      <TextSection title="What is stored when you have an account">
        <ul>
          <li>
            <strong>Your sign-in:</strong> email address, whether it is verified and since when we
            know it, when the account was made, and how you sign in. Passwords are kept by the
            identity service in a form that nobody can read. If you sign in with Google, Google
            passes on your email address, name and profile picture.
          </li>
          <li>
            <strong>Your alerts:</strong> the keywords you saved, and when; what each excludes, and
            since when; whether transcripts are searched; whether only main topics count; whether it
            is emailed, and since when; whether it is paused, until when, and when it was resumed or
            changed; what a link in an email did to it, and when; and when it last matched, with how
            many episodes.
          </li>
          <li>
            <strong>Your bookmarks:</strong> the episodes you saved as they were shown, with the
            address of their audio and how long they are, and when.
          </li>
          <li>
            <strong>Your shows:</strong> the podcasts you follow, with the address of each feed,
            since when, whether it can be read, and whether it is public. When you look one up, the
            server asks the address or the directory that you name, without saying who asks. A feed
            that belongs to one subscriber is not stored. A podcast that no public list or directory
            names can be found only by the people who added it.
          </li>
          <li>
            <strong>Your channels:</strong> the private feeds, webhooks, chats and browsers that you
            add, with a name, which alerts go there and since when, when you switched one off, which
            messages wait, and whether the last one arrived. The address you give, and the secret
            that signs messages, are stored where only the server reads them. So are, of a browser
            that gets notifications, the address at its maker’s push service and the keys that
            encrypt them. Of a private feed’s address only a hash is stored, with its last{' '}
            {MAX_FEED_ITEMS} matches.
          </li>
          <li>
            <strong>Your API keys:</strong> a name, what each allows, its first characters, when it
            was made and, to the hour, last used. Of the key itself only a hash is stored.
          </li>
          <li>
            <strong>The apps that you connect:</strong> the name that each gives itself, its
            address, what you allowed, when you connected it and, to the hour, when it last used
            that. Of its tokens only hashes are stored. An app that is not used for{' '}
            {APP_UNUSED_DAYS} days is forgotten.
          </li>
          <li>
            <strong>Your preferences</strong> for email: how often, on which day and at which hour,
            whether it is paused, your time zone, and when you chose them or a link in an email
            changed them, with what it changed.
          </li>
          <li>
            <strong>What you have read:</strong> which episodes you opened in your inbox or marked
            as read there, and when; and when you last marked all as read.
          </li>
          <li>
            <strong>Emails sent to you, and messages to your channels:</strong> which alerts and
            episodes they were about, when these were found, whether they could be delivered, and
            what the receiver answered.
          </li>
          <li>
            <strong>Downloads of your data:</strong> how many there were, for an hour.
          </li>
          <li>
            <strong>Addresses that get no email,</strong> because an email bounced, was reported as
            spam or you unsubscribed through the email provider: a hash of the address and the
            reason.
          </li>
        </ul>
        <p>We use all of this only to do what you asked for.</p>
      </TextSection>
      <TextSection title="In your browser">
        <p>
          There are no cookies for tracking. When you sign in, your browser stores what keeps you
          signed in, and a note of which account is signed in on this device and whether it has
          alerts; signing out removes all of it. When you ask for an alert before you sign in, this
          tab remembers its keyword until then. New keys, secrets and addresses of private feeds are
          shown once and never stored in your browser.
        </p>
        <p>
          When you play episodes, your browser remembers where you stopped in the last{' '}
          {POSITIONS_KEPT} that you began and have not finished, and how fast you play them. A tab
          remembers which episode was in its player, to offer it again after a reload. None of this
          is sent anywhere. Deleting this site’s data in your browser removes all of it.
        </p>
        {import.meta.env.VITE_OFFLINE_PAGE !== 'off' && (
          <p>
            Your browser also keeps a small program of this site (a service worker). It says so when
            a page is opened without a connection, shows the notifications that you asked for in
            this browser, and stores no pages and no data. With notifications, your browser also
            remembers which of your channels it is. Signing out ends them.
          </p>
        )}
      </TextSection>
      <TextSection title="Who else processes it">
        <ul>
          <li>
            <strong>Google (Firebase and Google Cloud)</strong> hosts the site, the accounts and
            what you save.
          </li>
          <li>
            <strong>The email provider</strong> (SendGrid, or the email server this site is set up
            with) receives your email address and the content of the alert emails in order to
            deliver them. Opening an email and following its links is not tracked.
          </li>
          <li>
            <strong>Where you send your matches:</strong> the servers, chats and ntfy topics that
            you add get the keywords of the alerts and the episodes that matched, not your email
            address. Anyone who has the address of a private feed can read it. Notifications go
            through the push service of your browser’s maker, encrypted, so that it learns when they
            are sent but not what they say.
          </li>
          <li>
            <strong>Programs you give a key</strong> get what that key allows.
          </li>
        </ul>
        <p>
          They may process data outside your country. Nobody else gets your account or what you
          save.
        </p>
      </TextSection>
      <TextSection title="How long it is kept, and your rights">
        <ul>
          <li>
            Alerts, bookmarks, shows, channels, keys, apps and preferences are kept until you delete
            them or the account. Addresses and secrets of channels, keys and apps end with it at
            once. For {GONE_ADDRESS_KEPT_DAYS} days the hash of a replaced or deleted feed address
            stays, so that its readers are told that it is gone.
          </li>
          <li>
            The address and the title of a podcast that people followed stay for {SHOW_KEPT_DAYS}{' '}
            days after the last of them stopped following it or deleted the account, without a note
            of who followed it.
          </li>
          <li>
            The emails and messages themselves are kept for {DIGEST_KEPT_DAYS} days, the history on
            your account page for {HISTORY_KEPT_DAYS} days. What your alerts found, with the words
            around each match, is kept for {MATCHES_KEPT_DAYS} days, so that you and the programs
            that you allow can look it up. So that no episode is announced twice, a record of which
            episodes were sent to you is kept, as numbers, for {SENT_LOG_KEPT_DAYS} days. The ids of
            the email provider’s reports are kept for {MAIL_EVENT_KEPT_DAYS} days. The database
            removes what has expired within about a day. What is deleted is in backups of the
            database for {BACKUP_KEPT_DAYS} days more, which are read only to restore it after a
            loss.
          </li>
          <li>
            In your <Link to="/dashboard">Account Settings</Link> you can download what is stored
            about you and delete the account. The download has the addresses of your webhooks, chats
            and browsers and the matches in your private feeds. It leaves out what would let others
            act as you: your password, keys, addresses of private feeds and the secrets that sign
            messages. Anything that another of your devices still writes is removed within hours,
            and the copies of your keywords that alerts are matched with within about a day. One
            thing stays after a deletion: the hash of an address that gets no email, so that no
            email goes there again. It stays until you ask us to remove it.
          </li>
          <li>Every alert email has a link to unsubscribe that works without signing in.</li>
          <li>
            You may ask what is stored, have it corrected, object to its use, or complain to a data
            protection authority. Write to <SupportLink />.
          </li>
        </ul>
      </TextSection>
      <TextSection title="Changes">
        <p>If {site.name} starts to store or send anything else, we update this page.</p>
      </TextSection>
    </LegalPage>
  );
}
