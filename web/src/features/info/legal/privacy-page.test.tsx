import { render } from '@testing-library/react';
import {
  BACKUP_KEPT_DAYS,
  COUNT_KEPT_SECONDS,
  DIGEST_KEPT_DAYS,
  GONE_ADDRESS_KEPT_DAYS,
  HISTORY_KEPT_DAYS,
  MAX_FEED_ITEMS,
  SHOW_KEPT_DAYS,
  SENT_LOG_KEPT_DAYS,
  MAIL_EVENT_KEPT_DAYS,
} from 'functions/contract';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { SITE_PAGES } from '#content/site-pages.ts';
import { PrivacyPage } from './privacy-page.tsx';

function text(): string {
  const page = SITE_PAGES.find(({ path }) => path === '/privacy')!;
  const { container } = render(
    <MemoryRouter>
      <PrivacyPage page={page} />
    </MemoryRouter>,
  );
  return container.textContent.replace(/\s+/g, ' ');
}

test.each([
  [`a keyed hash of it, for ${COUNT_KEPT_SECONDS} seconds`],
  [`emails and messages themselves are kept for ${DIGEST_KEPT_DAYS} days`],
  [`history on your account page for ${HISTORY_KEPT_DAYS} days`],
  [`which episodes were sent to you is kept, as numbers, for ${SENT_LOG_KEPT_DAYS} days`],
  [`its last ${MAX_FEED_ITEMS} matches`],
  [`For ${GONE_ADDRESS_KEPT_DAYS} days the hash of a replaced or deleted feed address stays`],
  [`a podcast that people followed stay for ${SHOW_KEPT_DAYS} days after the last of them`],
  [`reports are kept for ${MAIL_EVENT_KEPT_DAYS} days`],
  [`What is deleted is in backups of the database for ${BACKUP_KEPT_DAYS} days more`],
])('states the retention as configured: %s', (sentence) => {
  expect(text()).toContain(sentence);
});

test.each([
  ['what a deletion leaves', /One thing stays after a deletion: the hash of an address/],
  ['where what is played comes from', /comes straight from its publisher’s server/],
  ['what is remembered of it', /remembers where you stopped in the last 50 that you began/],
  ['whose servers covers come from', /Cover images are loaded from the podcasts’ own servers/],
  [
    'who gets the words',
    /a search server of its operator, which then receives the words, not your address/,
  ],
  ['what an alert leaves out, and since when', /what each excludes, and since when;/],
  ['whether it is paused', /whether it is paused, until when, and when it was resumed or changed;/],
  ['its last match', /when it last matched, with how many episodes/],
  ['the time zone', /your time zone, and when you chose them/],
  ['channels and their secrets', /stored where only the server reads them/],
  [
    'who gets matches',
    /get the keywords of the alerts and the episodes that matched, not your email/,
  ],
  ['what is read', /which episodes you opened in your inbox or marked as read there/],
  [
    'what a download has',
    /has the addresses of your webhooks, chats and browsers and the matches in/,
  ],
  [
    'what is stored of a browser',
    /of a browser that gets notifications, the address at its maker’s push/,
  ],
  ['who passes on notifications', /through the push service of your browser’s maker, encrypted/],
  ['what a browser with notifications keeps', /also remembers which of your channels it is/],
  ['what a download leaves out', /keys, addresses of private feeds and the secrets that sign/],
  ['keys', /Of the key itself only a hash is stored/],
  ['connected apps', /Of its tokens only hashes are stored/],
  ['what is shown once', /shown once and never stored in your browser/],
  ['what Google passes on', /sign in with Google/],
])('the privacy page mentions %s', (_what, sentence) => {
  expect(text()).toMatch(sentence);
});

test('the privacy page makes no outdated claims', () => {
  expect(text()).not.toMatch(/nothing about you is stored|in memory only|Nobody else receives any/);
});
