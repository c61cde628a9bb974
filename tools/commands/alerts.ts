import { setTimeout as delay } from 'node:timers/promises';
import { MANUAL_RUN_JOB } from '../../functions/src/alerts/runs/manual-run.ts';
import { alertStatusText, readAlertStatus } from '../instance/alert-status.ts';
import { digestsText, isUnderWay, type DigestState, readDigests } from '../instance/digests.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { runSchedule } from '../instance/run-schedule.ts';
import type { Instance } from '../instance/instance.ts';
import { runningStack } from '../instance/running-stack.ts';

/** Emails that take longer are reported as still under way. */
const SETTLED_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 250;

const options = optionsOf(COMMANDS.alerts);

try {
  const run = await runningStack(process.env);
  console.log(
    options.status ? alertStatusText(await readAlertStatus(run), Date.now()) : await sent(run),
  );
} catch (error) {
  if (!(error instanceof ExpectedFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function sent(run: Instance): Promise<string> {
  const before = new Set((await readDigests(run)).map(({ id }) => id));
  const status = await runSchedule(run, 'sendAlerts', MANUAL_RUN_JOB);
  if (status !== 200) {
    throw new ExpectedFailure(
      `The run failed with HTTP status ${status}: see the log of npm start.`,
    );
  }
  await runSchedule(run, 'resumeDigests');
  const digests = await settled(run, before);
  return `${digestsText(digests)}\nInbox: http://${LOOPBACK}:${run.ports.inbox}`;
}

async function settled(run: Instance, before: Set<string>): Promise<DigestState[]> {
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const digests = (await readDigests(run)).filter(({ id }) => !before.has(id));
    if (!digests.some(isUnderWay) || Date.now() > deadline) return digests;
    await delay(LOOK_EVERY_MS);
  }
}
