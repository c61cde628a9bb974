import { bucketOf } from '../deploy/find-bucket.ts';
import { signIn } from '../deploy/google-api.ts';
import { actOn, openDocuments } from '../instance/running-stack.ts';
import { catalogueUrlOf, type Target } from '../instance/target.ts';
import { readCatalogue } from '../feeds/shown-catalogue.ts';
import { useSettings } from '../feeds/use-settings.ts';
import { optionsOf } from '../processes/command-line.ts';
import { refusedInCloud, refusedInLog } from '../status/refused-searches.ts';
import { type Status, statusText } from '../status/status-text.ts';
import { openObjects } from '../../functions/src/catalogue/file/object-store.ts';
import { transcriptionReport } from '../../functions/src/transcription/ledger/transcription-report.ts';
import { readLedger } from '../../functions/src/transcription/ledger/ledger-store.ts';
import { transcriptionSettings } from '../../functions/src/transcription/services/services.ts';
import { readConfig } from '../../functions/src/platform/config.ts';
import { operatorCounts } from '../../functions/src/site/health/operator-counts.ts';
import { outboxAges } from '../../functions/src/site/health/outbox-ages.ts';
import { reportFailure } from '../processes/expected-failure.ts';
import { COMMANDS } from './command-lines.ts';
import { feedQueue } from '../../functions/src/catalogue/queue/feed-queue.ts';

const { project } = optionsOf(COMMANDS.status);

async function readStatus(target: Target, nowMs: number): Promise<Status> {
  const url = await catalogueUrlOf(target, bucketOf);
  await useSettings(target, url);
  const firestore = await openDocuments(target);
  const [counts, ages, feeds, transcription, refused] = await Promise.all([
    operatorCounts(firestore, nowMs),
    outboxAges(firestore, nowMs),
    feedsIn(url, nowMs),
    transcriptionNow(url, nowMs),
    target.kind === 'local'
      ? refusedInLog(target.run.logFile)
      : refusedInCloud(await signIn(target.project), target.project, nowMs),
  ]);
  return { counts, ages, feeds, transcription, refused };
}

async function transcriptionNow(url: string, nowMs: number): Promise<Status['transcription']> {
  const settings = transcriptionSettings();
  if (settings === null) return null;
  const { endpoint, secondsADay, priceAnHour } = settings;
  const { TRANSCRIPTS_URL } = readConfig({ ...process.env, CATALOGUE_URL: url });
  const ledger = await readLedger(openObjects(TRANSCRIPTS_URL));
  return { ...transcriptionReport(ledger, endpoint, nowMs), secondsADay, priceAnHour };
}

function feedsIn(url: string, nowMs: number): Promise<Status['feeds']> {
  return readCatalogue(url, async (catalogue) => {
    const { refreshedAtMs } = await catalogue.contents();
    return { ...(await catalogue.read(() => feedQueue(nowMs))), refreshedAtMs };
  });
}

await reportFailure(async () => {
  const target = await actOn(process.env, project);
  const nowMs = Date.now();
  console.log(statusText(await readStatus(target, nowMs), nowMs));
});
