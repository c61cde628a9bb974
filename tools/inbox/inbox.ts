import path from 'node:path';
import { inboxTool } from '../processes/node-program.ts';
import { LOOPBACK } from '../instance/ports.ts';
import type { Instance } from '../instance/instance.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { untilAnswers } from '../processes/until-answers.ts';

/** Starts a local SMTP server that accepts every email and shows it on a page. Returns the page's URL. */
export async function startInbox(supervisor: Supervisor, run: Instance): Promise<string> {
  const { smtp, inbox } = run.ports;
  const ports = ['--smtp', String(smtp), '--web', String(inbox), '--ip', LOOPBACK];
  const folder = path.join(run.folder, 'inbox');
  const address = `http://${LOOPBACK}:${inbox}`;
  await supervisor.start({
    name: 'inbox',
    ...inboxTool(...ports, '--mail-directory', folder),
    cwd: run.folder,
    environment: process.env,
    ready: () => untilAnswers(`${address}/`),
  });
  return address;
}
