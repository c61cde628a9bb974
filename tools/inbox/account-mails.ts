import { createTransport } from 'nodemailer';
import * as z from 'zod';
import { accountMail, accountRequestSchema } from './account-mail.ts';
import { LOOPBACK } from '../instance/ports.ts';
import type { Instance } from '../instance/instance.ts';
import type { RunLog } from '../processes/run-log.ts';
import type { Supervisor } from '../processes/supervisor.ts';

const LOOK_EVERY_MS = 1000;

const requestsSchema = z.object({ oobCodes: z.array(accountRequestSchema) });

/**
 * Mails what the Auth emulator only keeps: links to verify an address or to reset a password, within a
 * second or two of having been asked for. A request seen once is not mailed again.
 */
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

  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    mailNew()
      .catch((error: unknown) => {
        if (!supervisor.stopping) log.write('inbox', `Account mails: ${String(error)}\n`);
      })
      .finally(() => {
        looking = false;
      });
  }, LOOK_EVERY_MS);
  supervisor.onStop(() => clearInterval(timer));
}
