// Prints the HTML of a digest that tells of the worst that feeds and people can come up with. Run by
// tests whose loader would translate the JSX of the mail in its own way.
import { digestLinks } from '../../functions/src/mail/digest/digest-links.ts';
import { renderDigestMail } from '../../functions/src/mail/digest/digest-mail.ts';
import { hostileDigest } from '../../functions/src/mail/digest/fixtures/hostile-digest.ts';

const links = digestLinks('ada', {
  from: { name: 'Earshot', address: 'alerts@earshot.example' },
  siteUrl: 'https://earshot.example',
  unsubscribeKeys: ['k'.repeat(32)],
});

const { html } = await renderDigestMail(hostileDigest, links);
process.stdout.write(html);
