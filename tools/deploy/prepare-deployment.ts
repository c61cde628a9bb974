import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceBuild } from '../processes/node-program.ts';
import { REPOSITORY, shownPath } from '../processes/repository.ts';
import { step } from '../processes/steps.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { type DeployPlan, environmentFile } from './deploy-plan.ts';
import { hostingConfig, requireOwnCallables } from './hosting-config.ts';

/** The file is beside firebase.json, because its paths are relative to its folder. */
export const CONFIG = path.join(REPOSITORY, '.firebase-deploy.json');

// With accounts, a preview would change accounts of the real site.
const PREVIEW_SITE = { VITE_ACCOUNTS: 'off' };

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

/** Checks firebase.json for a plain `firebase deploy`, which publishes the file unchanged. */
export function checkFirebaseJson(plan: DeployPlan): void {
  requireOwnCallables(readFirebaseJson(), plan);
}

function readFirebaseJson(): unknown {
  return JSON.parse(readFileSync(path.join(REPOSITORY, 'firebase.json'), 'utf8'));
}

function publishedConfig(plan: DeployPlan, isPreview: boolean): unknown {
  const assets = readdirSync(path.join(REPOSITORY, 'web/dist/assets'));
  const { project, region, includeSubDomains } = plan;
  return hostingConfig(readFirebaseJson(), {
    project,
    region,
    assets,
    includeSubDomains,
    isPreview,
  });
}
