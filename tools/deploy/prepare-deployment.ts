import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceBuild } from '../processes/node-program.ts';
import { REPOSITORY, shownPath } from '../processes/repository.ts';
import { step } from '../processes/steps.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { type DeployPlan, environmentFile } from './deploy-plan.ts';
import { hostingConfig } from './hosting-config.ts';

/** Beside firebase.json, so that the paths in it lead to the same files. */
export const CONFIG = path.join(REPOSITORY, '.firebase-deploy.json');

/** Nobody can sign in on a preview: an account there would be one of the real site. */
const PREVIEW_SITE = { VITE_ACCOUNTS: 'off' };

/** Builds the site, and writes the functions' settings and the configuration that is published. */
export async function prepareDeployment(
  supervisor: Supervisor,
  plan: DeployPlan,
  isPreview: boolean,
): Promise<void> {
  await step('site', () =>
    supervisor.run({
      name: 'site',
      ...workspaceBuild('web', process.env),
      cwd: REPOSITORY,
      environment: { ...plan.siteEnvironment, ...(isPreview && PREVIEW_SITE) },
    }),
  );
  const file = path.join(REPOSITORY, 'functions', `.env.${plan.project}`);
  writeFileSync(file, environmentFile(plan.functionSettings));
  console.log(`  The functions' settings are in ${shownPath(file)}.`);
  writeFileSync(CONFIG, JSON.stringify(publishedConfig(plan, isPreview), null, 2));
}

/** firebase.json as it is published, with what only this deployment knows. */
function publishedConfig(plan: DeployPlan, isPreview: boolean): unknown {
  const firebaseJson: unknown = JSON.parse(
    readFileSync(path.join(REPOSITORY, 'firebase.json'), 'utf8'),
  );
  const assets = readdirSync(path.join(REPOSITORY, 'web/dist/assets'));
  const { project, region, includeSubDomains } = plan;
  return hostingConfig(firebaseJson, { project, region, assets, includeSubDomains, isPreview });
}
