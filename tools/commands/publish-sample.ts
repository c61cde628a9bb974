import { publishAnswerSchema, PUBLISH_PATH } from '../../samples/published-episode.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { ExpectedFailure, reportFailure } from '../processes/expected-failure.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { contentsText, refreshCatalogue } from '../instance/run-schedule.ts';
import { step } from '../processes/steps.ts';
import { actOnLocalRun } from '../instance/running-stack.ts';

const { keyword } = optionsOf(COMMANDS['publish-sample']);
await reportFailure(async () => {
  const run = await actOnLocalRun(process.env);
  const answer = await fetch(`http://${LOOPBACK}:${run.ports.samples}${PUBLISH_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword }),
  });
  if (!answer.ok) throw new ExpectedFailure(`The sample host answered ${answer.status}.`);
  const { title, link } = publishAnswerSchema.parse(await answer.json());
  await step('catalogue', () => refreshCatalogue(run), contentsText);
  console.log(
    `Published: ${title}\n  ${link}\nIt can be searched now. \`npm run alerts\` mails it to whom it concerns.`,
  );
});
