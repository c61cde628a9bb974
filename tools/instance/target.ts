import { ExpectedFailure } from '../processes/expected-failure.ts';
import { type Instance, startInstance } from './instance.ts';
import { LOOPBACK, readPortOffset } from './ports.ts';
import { readSettings } from './settings.ts';

export type Target = LocalTarget | DeployedTarget;

export interface LocalTarget {
  kind: 'local';
  run: Instance;
  settings: NodeJS.ProcessEnv;
}

interface DeployedTarget {
  kind: 'deployed';
  project: string;
  settings: NodeJS.ProcessEnv;
}

export function targetOf(environment: NodeJS.ProcessEnv, project: string | undefined): Target {
  if (project === undefined) return localTarget(environment);
  const settings = readSettings(environment);
  if (isProjectId(project)) return { kind: 'deployed', project, settings };
  throw new ExpectedFailure(`"${project}" cannot be the id of a deployed Firebase project.`);
}

export function localTarget(environment: NodeJS.ProcessEnv): LocalTarget {
  const settings = readSettings(environment);
  const run = startInstance(readPortOffset(settings['EARSHOT_PORT_OFFSET']));
  return { kind: 'local', run, settings };
}

export function actsOnText(target: Target): string {
  return target.kind === 'deployed'
    ? `Acts on the deployed project ${target.project}.`
    : `Acts on the local run at http://localhost:${target.run.ports.site} (${target.run.projectId}).`;
}

/** Returns `CATALOGUE_URL`, or the functions' default for the target. */
export async function catalogueUrlOf(
  target: Target,
  bucketOf: (project: string) => Promise<string>,
): Promise<string> {
  if (target.kind === 'local') return localCatalogueUrl(target);
  const set = target.settings['CATALOGUE_URL'] ?? '';
  if (/^file:/i.test(set)) {
    throw new ExpectedFailure('CATALOGUE_URL names a file, which no deployed project has.');
  }
  return set || `gs://${await bucketOf(target.project)}/catalogue.db`;
}

export function localCatalogueUrl({
  run,
  settings,
}: Pick<LocalTarget, 'run' | 'settings'>): string {
  return settings['CATALOGUE_URL'] || `file:${run.catalogueFile}`;
}

export function documentsEnvironment(target: Target): Record<string, string> {
  if (target.kind === 'deployed') return { GOOGLE_CLOUD_PROJECT: target.project };
  const { projectId, ports } = target.run;
  return {
    GOOGLE_CLOUD_PROJECT: projectId,
    FIRESTORE_EMULATOR_HOST: `${LOOPBACK}:${ports.firestore}`,
    FIREBASE_AUTH_EMULATOR_HOST: `${LOOPBACK}:${ports.auth}`,
  };
}

export function isProjectId(project: string): boolean {
  return /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project) && !isEmulatorProject(project);
}

export function isEmulatorProject(project: string): boolean {
  return project.startsWith('demo-');
}
