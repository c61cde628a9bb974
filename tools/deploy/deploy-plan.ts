import { SECRET_NAMES, SETTING_NAMES, wrongSettings } from '../../functions/src/settings.ts';
import { isEmulatorProject, isProjectId } from '../instance/target.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';

export interface DeployPlan {
  project: string;
  functionSettings: Record<string, string>;
  /** Environment of the site's build, without the settings for emulators. */
  siteEnvironment: NodeJS.ProcessEnv;
  region: string;
  /** True to add the directive to `Strict-Transport-Security`. */
  includeSubDomains: boolean;
}

// Deployed functions read secrets from Secret Manager.
const NOT_DEPLOYED = [...SECRET_NAMES, 'STORAGE_EMULATOR_HOST'];

const LOCAL_SITE_SETTINGS = ['VITE_EMULATORS', 'VITE_PROJECT_ID', 'VITE_ACCOUNTS'];

/** Throws an ExpectedFailure that lists every invalid setting. */
export function deployPlan(settings: NodeJS.ProcessEnv, project: string | undefined): DeployPlan {
  const functionSettings = Object.fromEntries(
    SETTING_NAMES.filter((name) => !NOT_DEPLOYED.includes(name))
      .map((name) => [name, settings[name]?.trim() ?? ''] as const)
      .filter(([, value]) => value !== ''),
  );
  functionSettings['SITE_URL'] = settings['VITE_SITE_URL'] ?? '';
  const region = settings['VITE_FUNCTIONS_REGION']?.trim() || 'us-central1';
  functionSettings['FUNCTIONS_REGION'] = region;
  functionSettings['SIGN_UP'] = settings['VITE_SIGN_UP']?.trim() || 'open';
  const problems = [
    ...projectProblems(project),
    ...siteProblems(settings),
    ...functionProblems(functionSettings, settings, project ?? ''),
  ];
  if (problems.length > 0) {
    const lines = problems.map((problem) => `  - ${problem}`);
    throw new ExpectedFailure(['Not ready to deploy:', ...lines].join('\n'));
  }
  const siteEnvironment = { ...settings };
  for (const name of LOCAL_SITE_SETTINGS) siteEnvironment[name] = '';
  const includeSubDomains = settings['HSTS_SUBDOMAINS'] === 'true';
  return { project: project ?? '', functionSettings, siteEnvironment, region, includeSubDomains };
}

function projectProblems(project: string | undefined): string[] {
  if (project === undefined || isEmulatorProject(project)) {
    return ['no Firebase project: set FIREBASE_PROJECT, or run with `-- --project <id>`'];
  }
  return isProjectId(project) ? [] : [`"${project}" cannot be the id of a Firebase project`];
}

function siteProblems(settings: NodeJS.ProcessEnv): string[] {
  const url = settings['VITE_SITE_URL'] ?? '';
  const email = settings['VITE_SUPPORT_EMAIL'] ?? '';
  return [
    ...(/^https:\/\/[^/]+\.[^/]+\/?$/.test(url)
      ? []
      : ['VITE_SITE_URL must be the address the site will have, beginning with https://']),
    ...(email === '' || /@(.+\.)?example(\.\w+)?$/.test(email)
      ? ['VITE_SUPPORT_EMAIL must be an address under which readers reach a person']
      : []),
  ];
}

function functionProblems(
  functionSettings: Record<string, string>,
  settings: NodeJS.ProcessEnv,
  project: string,
): string[] {
  const { CATALOGUE_URL: catalogue = '', FEEDS: feeds = '' } = functionSettings;
  const problems: string[] = [];
  if (catalogue.startsWith('file:')) {
    problems.push(
      'CATALOGUE_URL names a file, which no two instances share: leave it out, or gs://',
    );
  }
  if (feeds !== '' && !/^https?:/.test(feeds)) {
    problems.push('FEEDS must be an address: put a list of your own into functions/feeds.opml');
  }
  // The values of secrets are unknown on this machine. UNSUBSCRIBE_KEY is checked if it is set locally.
  const placeholders = Object.fromEntries(SECRET_NAMES.map((name) => [name, 'x'.repeat(32)]));
  const unsubscribeKeys = settings['UNSUBSCRIBE_KEY'] ?? '';
  const environment = {
    ...functionSettings,
    ...placeholders,
    ...(unsubscribeKeys !== '' && { UNSUBSCRIBE_KEY: unsubscribeKeys }),
    FIREBASE_CONFIG: JSON.stringify({ projectId: project, storageBucket: 'any' }),
  };
  return [...problems, ...wrongSettings(environment)];
}

/** Quotes the values for firebase-tools' `.env` parser. */
export function environmentFile(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join('');
}
