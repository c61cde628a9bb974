import { openExistingCatalogue } from '../../functions/src/catalogue/file/open-catalogue.ts';
import { bucketOf } from '../deploy/find-bucket.ts';
import { signIn } from '../deploy/google-api.ts';
import { actOn } from '../instance/running-stack.ts';
import { catalogueUrlOf, documentsEnvironment, type Target } from '../instance/target.ts';
import { useSettings } from '../feeds/use-settings.ts';
import { optionsOf } from '../processes/command-line.ts';
import { refusedInCloud, refusedInLog } from '../status/refused-searches.ts';
import { type Status, statusText } from '../status/status-text.ts';
import { COMMANDS } from './command-lines.ts';
import { feedQueue } from '../../functions/src/catalogue/queue/feed-queue.ts';

const { project } = optionsOf(COMMANDS.status);

async function readStatus(target: Target, nowMs: number): Promise<Status> {
  const url = await catalogueUrlOf(target, bucketOf);
  useSettings(target, url);
  Object.assign(process.env, documentsEnvironment(target));
  const { database } = await import('../../functions/src/platform/firebase-admin.ts');
  const { operatorCounts } = await import('../../functions/src/site/health/operator-counts.ts');
  const { outboxAges } = await import('../../functions/src/site/health/outbox-ages.ts');
  const firestore = await database();
  const [counts, ages, feeds, refused] = await Promise.all([
    operatorCounts(firestore, nowMs),
    outboxAges(firestore, nowMs),
    feedsIn(url, nowMs),
    target.kind === 'local'
      ? refusedInLog(target.run.logFile)
      : refusedInCloud(await signIn(target.project), target.project, nowMs),
  ]);
  return { counts, ages, feeds, refused };
}

async function feedsIn(url: string, nowMs: number): Promise<Status['feeds']> {
  const catalogue = await openExistingCatalogue(url);
  try {
    await catalogue.ready();
    const { refreshedAtMs } = await catalogue.contents();
    return { ...(await catalogue.read(() => feedQueue(nowMs))), refreshedAtMs };
  } finally {
    await catalogue.close();
  }
}

try {
  const target = await actOn(process.env, project);
  const nowMs = Date.now();
  console.log(statusText(await readStatus(target, nowMs), nowMs));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
