import { actOn } from '../instance/running-stack.ts';
import { documentsEnvironment } from '../instance/target.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';

const { address, project } = optionsOf(COMMANDS['mail-allow']);

const REASONS = {
  bounce: 'mail to it came back',
  dropped: 'the mail service did not deliver to it',
  spamreport: 'a mail to it was reported as spam',
  unsubscribe: 'it had unsubscribed',
};

async function run(): Promise<void> {
  Object.assign(process.env, documentsEnvironment(await actOn(process.env, project)));
  const { liftSuppression } = await import('../../functions/src/delivery/mail/lift-suppression.ts');
  const reason = await liftSuppression(address);
  if (reason === null) {
    console.log(`Mail to ${address} was not stopped. Nothing was changed.`);
    return;
  }
  console.log(
    `Mail goes to ${address} again; it did not because ${REASONS[reason]}.\n` +
      'If SendGrid delivers your mail, take the address off its list too: Suppressions, in its menu.',
  );
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
