import { publishAnswerSchema, PUBLISH_PATH } from '../../samples/publish-request.ts';
import { MAX_PUBLISHED_KEYWORD_LENGTH } from '../../samples/published-episode.ts';
import { readCommandLine } from '../processes/command-line.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { refreshCatalogue } from '../instance/refresh-catalogue.ts';
import { runningStack } from '../instance/running-stack.ts';

const USAGE = `npm run publish-sample -- <keyword>

Has a sample show bring out an episode that mentions the keyword, and the catalogue take it in.
A keyword that begins with a hyphen comes behind another "--".`;

const { positionals } = readCommandLine(USAGE, { allowPositionals: true });
try {
  const keyword = positionals.join(' ').trim();
  if (keyword === '' || keyword.length > MAX_PUBLISHED_KEYWORD_LENGTH) {
    throw new ExpectedFailure(
      `Name what the episode is to mention, in ${MAX_PUBLISHED_KEYWORD_LENGTH} characters at most: npm run publish-sample -- "OpenAI"`,
    );
  }
  const run = await runningStack(process.env);
  const answer = await fetch(`http://${LOOPBACK}:${run.ports.samples}${PUBLISH_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword }),
  });
  if (!answer.ok) throw new ExpectedFailure(`The sample host answered ${answer.status}.`);
  const { title, link } = publishAnswerSchema.parse(await answer.json());
  await refreshCatalogue(run);
  console.log(
    `Published: ${title}\n  ${link}\nIt can be searched now. \`npm run alerts\` mails it to whom it concerns.`,
  );
} catch (error) {
  if (!(error instanceof ExpectedFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
