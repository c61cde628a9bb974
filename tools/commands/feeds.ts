import path from 'node:path';
import { openObjects } from '../../functions/src/catalogue/file/object-store.ts';
import { transcriptionSettings } from '../../functions/src/transcription/services/services.ts';
import { readConfig } from '../../functions/src/platform/config.ts';
import { bucketOf } from '../deploy/find-bucket.ts';
import {
  blockedText,
  changeBlock,
  feedNamed,
  foundText,
  largestText,
} from '../feeds/block-feeds.ts';
import {
  blockTranscription,
  chooseTranscription,
  transcribedText,
  tryService,
  untranscribedText,
} from '../feeds/transcribed-episodes.ts';
import { chartAnswers } from '../feeds/chart-answers.ts';
import { deadAnswers, removedFeed } from '../feeds/dead-feeds.ts';
import { loadFeeds, queueText } from '../feeds/load-feeds.ts';
import { catalogueText } from '../feeds/shown-catalogue.ts';
import { operatorListFile } from '../feeds/operator-list.ts';
import { verifyAnswers } from '../feeds/verify-answers.ts';
import { useSettings } from '../feeds/use-settings.ts';
import { DATA_FOLDER } from '../instance/instance.ts';
import { catalogueUrlOf, type Target, targetOf } from '../instance/target.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';

/** What --verify and --charts have fetched. `npm run reset` deletes it. */
const VERIFIED = `file:${path.join(DATA_FOLDER, 'verified.db')}`;
const CHARTS = path.join(DATA_FOLDER, 'charts.jsonl');

const { project, ...options } = optionsOf(COMMANDS.feeds);

async function* answers(target: Target, catalogue: string): AsyncGenerator<string> {
  const list = () => operatorListFile(target.settings, process.env);
  const { verify, charts, add, dead, removesDead, remove } = options;
  const { stderr } = process;
  const { status, find, largest, block, unblock, blocked, transcripts, tried, choice } = options;
  const transcribed = () =>
    openObjects(readConfig({ ...process.env, CATALOGUE_URL: catalogue }).TRANSCRIPTS_URL);
  if (status) yield await queueText(catalogue);
  if (find !== undefined) yield await foundText(catalogue, find);
  if (largest) yield await largestText(catalogue);
  if (verify !== undefined)
    yield* verifyAnswers({ source: verify, memory: VERIFIED, list: list(), add, stderr });
  if (charts !== undefined) {
    const lookupUrl = readConfig(process.env).APPLE_LOOKUP_URL;
    yield* chartAnswers({ charts, lookupUrl, memory: CHARTS, list: list(), add, stderr });
  }
  if (dead) yield* deadAnswers(catalogue, list(), removesDead);
  if (remove !== undefined) yield removedFeed(list(), remove);
  if (block !== undefined) {
    yield await changeBlock(catalogue, block, true);
    await blockTranscription(transcribed(), await feedNamed(catalogue, block), true);
  }
  if (unblock !== undefined) {
    // First, because a block that remains only here would be lifted by nothing.
    await blockTranscription(transcribed(), await feedNamed(catalogue, unblock), false);
    yield await changeBlock(catalogue, unblock, false);
  }
  if (blocked) yield await blockedText(catalogue);
  if (tried) yield await tryService(transcriptionSettings());
  if (choice !== undefined) yield await chooseTranscription(transcribed(), choice.show, choice.as);
  if (transcripts) {
    yield await transcribedText(transcribed(), transcriptionSettings(), Date.now());
    yield await untranscribedText(catalogue, Date.now());
  }
}

try {
  const target = targetOf(process.env, project);
  const catalogue = await catalogueUrlOf(target, bucketOf);
  await useSettings(target, catalogue);
  console.log(catalogueText(target, catalogue));
  for await (const answer of answers(target, catalogue)) console.log(answer);
  const { stdout, stderr } = process;
  process.exitCode = await loadFeeds({ sources: options.sources, catalogue, stdout, stderr });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
