import { createTransport } from 'nodemailer';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Instance } from '../instance/instance.ts';
import { LOOPBACK, type Ports } from '../instance/ports.ts';
import { tool } from '../processes/node-program.ts';
import type { RunLog } from '../processes/run-log.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { untilAnswers } from '../processes/until-answers.ts';

/** The key is fixed, so that unsubscribe links stay valid after a restart. */
export const LOCAL_UNSUBSCRIBE_KEY = 'for local runs only; a deployed site has a secret';

/** Returns the functions' mail settings. By default, the local inbox is the SMTP server. */
export function mailEnvironment(
  settings: NodeJS.ProcessEnv,
  ports: Ports,
  siteUrl: string,
): Record<string, string> {
  const siteName = settings['VITE_SITE_NAME'] || 'Earshot';
  return {
    MAIL_TRANSPORT: settings['MAIL_TRANSPORT'] || 'smtp',
    MAIL_FROM: settings['MAIL_FROM'] || `${siteName} <alerts@earshot.example>`,
    SITE_URL: siteUrl,
    UNSUBSCRIBE_KEY: settings['UNSUBSCRIBE_KEY'] || LOCAL_UNSUBSCRIBE_KEY,
    ...(!hasMailService(settings) && {
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: `smtp://${LOOPBACK}:${ports.smtp}`,
      SMTP_PASSWORD: '',
    }),
  };
}

/** False for the `.env` of a deployment, whose secrets are not on this machine. */
function hasMailService(settings: NodeJS.ProcessEnv): boolean {
  const { MAIL_TRANSPORT, SENDGRID_API_KEY, SMTP_URL = '', SMTP_PASSWORD } = settings;
  if (MAIL_TRANSPORT === 'sendgrid') return Boolean(SENDGRID_API_KEY);
  // The functions report an unknown service.
  if (MAIL_TRANSPORT && MAIL_TRANSPORT !== 'smtp') return true;
  const needsPassword = /^smtps?:\/\/[^/]*@/.test(SMTP_URL);
  return SMTP_URL !== '' && (!needsPassword || Boolean(SMTP_PASSWORD));
}

/** Starts an SMTP server that accepts every email and shows it on a page. Returns the page's URL. */
export async function startInbox(supervisor: Supervisor, run: Instance): Promise<string> {
  const { smtp, inbox } = run.ports;
  const ports = ['--smtp', String(smtp), '--web', String(inbox), '--ip', LOOPBACK];
  const folder = path.join(run.folder, 'inbox');
  const address = `http://${LOOPBACK}:${inbox}`;
  await supervisor.start({
    name: 'inbox',
    ...tool('maildev/bin/maildev', ...ports, '--mail-directory', folder),
    cwd: run.folder,
    environment: process.env,
    ready: () => untilAnswers(`${address}/`),
  });
  return address;
}

const POLL_EVERY_MS = 1000;

/** A verification or password-reset request, which the Auth emulator stores instead of mailing it. */
export const accountRequestSchema = z.object({
  email: z.string(),
  requestType: z.string(),
  oobCode: z.string(),
  oobLink: z.url({ protocol: /^http$/ }),
});

const requestsSchema = z.object({ oobCodes: z.array(accountRequestSchema) });

/** Polls the Auth emulator for new requests, and mails each of them once. */
export function mailAccountLinks(supervisor: Supervisor, run: Instance, log: RunLog): void {
  const { auth, smtp } = run.ports;
  const address = `http://${LOOPBACK}:${auth}/emulator/v1/projects/${run.projectId}/oobCodes`;
  const transport = createTransport({ host: LOOPBACK, port: smtp, secure: false });
  const mailed = new Set<string>();

  async function mailNew() {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5000) });
    const { oobCodes } = requestsSchema.parse(await answer.json());
    for (const request of oobCodes.filter(({ oobCode }) => !mailed.has(oobCode))) {
      mailed.add(request.oobCode);
      await transport.sendMail(accountMail(request));
    }
  }

  async function keepMailing() {
    while (!supervisor.stopping) {
      await mailNew().catch((error: unknown) => {
        if (!supervisor.stopping) log.write('inbox', `Account mails: ${String(error)}\n`);
      });
      await delay(POLL_EVERY_MS, undefined, { ref: false });
    }
  }
  void keepMailing();
}

type AccountRequest = z.infer<typeof accountRequestSchema>;

const TEXTS = new Map([
  ['VERIFY_EMAIL', { subject: 'Verify your email address', todo: 'verify your email address' }],
  ['PASSWORD_RESET', { subject: 'Reset your password', todo: 'choose a new password' }],
]);

export function accountMail({ email, requestType, oobLink }: AccountRequest) {
  const known = TEXTS.get(requestType) ?? { subject: 'Your account', todo: 'go on' };
  return {
    from: { name: 'Accounts', address: 'noreply@earshot.example' },
    to: { name: '', address: email },
    subject: known.subject,
    text: `Hello,\n\nfollow this link to ${known.todo}:\n\n${oobLink}\n\nIf you did not ask for it, ignore this mail.\n`,
  };
}
