import { liftSuppression } from '../../functions/src/delivery/mail/lift-suppression.ts';
import { actOn, openDocuments } from '../instance/running-stack.ts';
import { optionsOf } from '../processes/command-line.ts';
import { reportFailure } from '../processes/expected-failure.ts';
import { COMMANDS } from './command-lines.ts';

const { address, project } = optionsOf(COMMANDS['mail-allow']);

const REASONS = {
  bounce: 'mail to it came back',
  dropped: 'the mail service did not deliver to it',
  spamreport: 'a mail to it was reported as spam',
  unsubscribe: 'it had unsubscribed',
};

await reportFailure(async () => {
  await openDocuments(await actOn(process.env, project));
  const reason = await liftSuppression(address);
  if (reason === null) {
    console.log(`Mail to ${address} was not stopped. Nothing was changed.`);
    return;
  }
  console.log(
    `Mail goes to ${address} again; it did not because ${REASONS[reason]}.\n` +
      'If SendGrid delivers your mail, take the address off its list too: Suppressions, in its menu.',
  );
});
