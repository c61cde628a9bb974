import { runningStack } from '../instance/running-stack.ts';
import { LOOPBACK } from '../instance/ports.ts';
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
  Object.assign(process.env, await environment());
  const { liftSuppression } = await import('../../functions/src/mail/lift-suppression.ts');
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

async function environment(): Promise<Record<string, string>> {
  if (project !== undefined) return { GOOGLE_CLOUD_PROJECT: project };
  const { projectId, ports } = await runningStack(process.env);
  return {
    GOOGLE_CLOUD_PROJECT: projectId,
    FIRESTORE_EMULATOR_HOST: `${LOOPBACK}:${ports.firestore}`,
    FIREBASE_AUTH_EMULATOR_HOST: `${LOOPBACK}:${ports.auth}`,
  };
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
