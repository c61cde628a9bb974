import type { DeployPlan } from '../deploy/deploy-plan.ts';
import type { GoogleApi } from '../deploy/google-api.ts';
import { findBucket } from '../deploy/find-bucket.ts';
import { deployedAddresses } from './deployed-addresses.ts';
import { smokeTest } from './smoke-test.ts';

/** Looks at what is deployed and prints a line for each thing; the exit code says whether all is well. */
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
