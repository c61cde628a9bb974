// Prints the HTML of a digest with hostile input from feeds and members. Runs as its own process, because
// Playwright's loader compiles the email's JSX differently.
import { digestLinks } from '../../functions/src/delivery/mail/digest/digest-links.ts';
import { renderDigestMail } from '../../functions/src/delivery/mail/digest/digest-mail.ts';
import { hostileDigest } from '../../functions/src/delivery/mail/digest/fixtures/hostile-digest.ts';

const links = digestLinks('ada', {
  from: { name: 'Earshot', address: 'alerts@earshot.example' },
  siteUrl: 'https://earshot.example',
  unsubscribeKeys: ['k'.repeat(32)],
});

const { html } = await renderDigestMail(hostileDigest, links);
process.stdout.write(html);
