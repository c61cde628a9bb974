import * as z from 'zod';
import { neededSecrets, REMOVED_SETTING_NAMES } from '../../functions/src/settings.ts';
import { signUpRule } from '../../functions/src/platform/sign-up-rule.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import type { DeployPlan } from '../deploy/deploy-plan.ts';
import type { GoogleApi } from '../deploy/google-api.ts';
import { checkApis, checkDeployer, checkRuntimeRoles } from './check-access.ts';
import { checkOrganisation } from './check-organisation.ts';
import {
  checkAlarms,
  checkBackups,
  checkBilling,
  checkDatabase,
  checkImages,
  checkRequestLog,
  checkSecrets,
  checkStorage,
} from './check-parts.ts';
import { checkSignIn } from './check-sign-in.ts';
import { type Finding, ignored } from './finding.ts';

const projectSchema = z.object({ projectNumber: z.string(), parent: z.unknown().optional() });

/** Runs checks in the order in which problems must be fixed: roles can only be granted after the APIs are on. */
export async function checkProject(google: GoogleApi, plan: DeployPlan): Promise<Finding[]> {
  const { project, region, functionSettings } = plan;
  const { status, body } = await google.ask('projects', 'GET', `/v1/projects/${project}`);
  if (status !== 200) {
    throw new ExpectedFailure(
      `The project ${project} is not there, or your account may not see it (${status}).`,
    );
  }
  const { projectNumber, parent } = projectSchema.parse(body);
  // Functions run as the default service account of Compute Engine.
  const account = `${projectNumber}-compute@developer.gserviceaccount.com`;
  return [
    await checkBilling(google, project),
    ...(await checkDeployer(google, project)),
    await checkOrganisation(google, project, parent),
    await checkApis(google, project),
    ...(await checkSignIn(
      google,
      project,
      functionSettings['SITE_URL'] ?? '',
      signUpRule(functionSettings),
    )),
    await checkDatabase(google, project, region),
    ...(await checkBackups(google, project)),
    await checkStorage(google, project),
    ...(await checkSecrets(google, project, neededSecrets(functionSettings))),
    ...(await checkRuntimeRoles(google, project, account)),
    await checkRequestLog(google, project),
    await checkImages(google, project, region),
    await checkAlarms(google, project),
    ...findRemovedSettings(plan.siteEnvironment),
  ];
}

function findRemovedSettings(settings: NodeJS.ProcessEnv): Finding[] {
  return REMOVED_SETTING_NAMES.filter((name) => (settings[name] ?? '') !== '').map((name) =>
    ignored(`${name} is no longer used and is ignored`),
  );
}
