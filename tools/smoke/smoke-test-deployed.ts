import type { DeployPlan } from '../deploy/deploy-plan.ts';
import type { GoogleApi } from '../deploy/google-api.ts';
import { findBucket } from '../deploy/find-bucket.ts';
import { smokeTest, type Addresses } from './smoke-test.ts';

export async function smokeTestDeployed(google: GoogleApi, plan: DeployPlan): Promise<number> {
  const { project, region, functionSettings } = plan;
  const siteUrl = functionSettings['SITE_URL'] ?? '';
  const found = await findBucket(google, project);
  const bucket = 'bucket' in found ? found.bucket : null;
  console.log(`\nLooking at ${siteUrl} as a stranger:`);
  const results = await smokeTest(deployedAddresses({ project, region, siteUrl, bucket }));
  for (const { ok, text } of results) console.log(`  ${ok ? 'OK   ' : 'WRONG'}  ${text}`);
  const wrong = results.filter(({ ok }) => !ok).length;
  console.log(
    wrong === 0
      ? 'All is well.'
      : `${wrong} of ${results.length} are wrong. Once mended: npm run deploy -- --smoke`,
  );
  return wrong === 0 ? 0 : 1;
}

/** Functions that only Cloud Tasks and Cloud Scheduler may call. */
const CLOSED = [
  'deliverDigest',
  'deliverToChannel',
  'hearEpisodes',
  'planAlerts',
  'sweepAccount',
  'refreshCatalogue',
  'refreshFeeds',
  'resumeDigests',
  'sendAlerts',
];

interface Deployed {
  project: string;
  region: string;
  siteUrl: string;
  bucket: string | null;
}

export function deployedAddresses({ project, region, siteUrl, bucket }: Deployed): Addresses {
  const closed = CLOSED.map((name) => [
    name,
    `https://${region}-${project}.cloudfunctions.net/${name}`,
  ]);
  const documents = `https://firestore.googleapis.com/v1/projects/${project}/databases/(default)/documents`;
  const bucketAddresses =
    bucket === null
      ? {}
      : {
          'the catalogue': `https://storage.googleapis.com/${bucket}/catalogue.db`,
          'the bucket': `https://firebasestorage.googleapis.com/v0/b/${bucket}/o/catalogue.db`,
        };
  return {
    site: siteUrl.replace(/\/+$/, ''),
    closed: Object.fromEntries(closed) as Record<string, string>,
    hidden: { 'a person’s document': `${documents}/users/nobody`, ...bucketAddresses },
  };
}
