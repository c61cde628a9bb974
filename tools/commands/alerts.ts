import { setTimeout as delay } from 'node:timers/promises';
import { MANUAL_RUN_JOB } from '../../functions/src/alerts/plan/manual-run.ts';
import { alertStatusText, readAlertStatus } from '../status/alert-status.ts';
import { digestsText, isUnderWay, type DigestState, readDigests } from '../status/digests.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { ExpectedFailure, reportFailure } from '../processes/expected-failure.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { runSchedule } from '../instance/run-schedule.ts';
import { shownPath } from '../processes/repository.ts';
import { step } from '../processes/steps.ts';
import { actOn, type Documents, openDocuments } from '../instance/running-stack.ts';
import type { Instance } from '../instance/instance.ts';

/** A run that takes longer is reported as still running. Most take seconds. */
const RUN_TIMEOUT_MS = 300_000;
/** Emails that take longer are reported as still being sent. */
const TIMEOUT_MS = 20_000;
const POLL_EVERY_MS = 250;

const options = optionsOf(COMMANDS.alerts);

await reportFailure(async () => {
  const target = await actOn(process.env, options.project);
  const documents = await openDocuments(target);
  // For a deployed project, the command line accepts only `--status`.
  console.log(
    options.status || target.kind === 'deployed'
      ? alertStatusText(await readAlertStatus(documents), Date.now())
      : await sendAlerts(target.run, documents),
  );
});

async function sendAlerts(run: Instance, documents: Documents): Promise<string> {
  const before = new Set((await readDigests(documents)).map(({ id }) => id));
  console.log('Matching every alert with the catalogue, and mailing what is new:');
  const log = shownPath(run.logFile);
  const status = await step(
    'alerts',
    () => runSchedule(run, 'sendAlerts', { jobName: MANUAL_RUN_JOB, timeoutMs: RUN_TIMEOUT_MS }),
    undefined,
    `waiting for the function sendAlerts to end, for at most five minutes: see ${log}`,
  );
  if (status !== 200) {
    throw new ExpectedFailure(`The run failed with HTTP status ${status}: see ${log}.`);
  }
  const digests = await step(
    'mails',
    async () => {
      await runSchedule(run, 'resumeDigests', { timeoutMs: RUN_TIMEOUT_MS });
      return settled(documents, before);
    },
    undefined,
    `waiting for the function resumeDigests to end, for at most five minutes: see ${log}`,
  );
  return `${digestsText(digests)}\nInbox: http://${LOOPBACK}:${run.ports.inbox}`;
}

async function settled(documents: Documents, before: Set<string>): Promise<DigestState[]> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const digests = (await readDigests(documents)).filter(({ id }) => !before.has(id));
    if (!digests.some(isUnderWay) || Date.now() > deadline) return digests;
    await delay(POLL_EVERY_MS);
  }
}
