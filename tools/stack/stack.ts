import path from 'node:path';
import { SETTING_NAMES } from '../../functions/src/settings.ts';
import { startSampleHost } from '../../samples/sample-host.ts';
import { isSpeechFault, SPEECH_FAULTS } from '../../samples/speech-faults.ts';
import { speechPath } from '../../samples/speech-service.ts';
import type { Accounts } from '../emulators/find-emulators.ts';
import { type Emulators, startEmulators } from '../emulators/emulators.ts';
import { mailAccountLinks, mailEnvironment, startInbox } from '../inbox/inbox.ts';
import { workspaceBuild } from '../processes/node-program.ts';
import { LOOPBACK, type PortName, requireFreePorts } from '../instance/ports.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { noteRunning } from '../instance/running-record.ts';
import type { Instance } from '../instance/instance.ts';
import { localCatalogueUrl } from '../instance/target.ts';
import type { RunLog } from '../processes/run-log.ts';
import { step } from '../processes/steps.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { digestSources, isBuiltFrom, removeSite, showSite } from './built-site.ts';

const SITE_PORTS = ['site', 'functions', 'samples', 'eventarc', 'hub', 'tasks'] as const;
const ACCOUNT_PORTS = ['firestore', 'firestoreSocket', 'auth', 'smtp', 'inbox'] as const;

export interface StackSpec {
  run: Instance;
  accounts: Accounts;
  supervisor: Supervisor;
  log: RunLog;
  settings: NodeJS.ProcessEnv;
  feeds: string | null;
  /** True if Hosting serves a build of the site, false if Vite serves it on the port `web`. */
  buildSite: boolean;
  keepData: boolean;
  /** True to transcribe the samples with the local service, unless the settings name another service. */
  transcribesSamples?: boolean;
  /** True if a debugger can attach to the functions. */
  inspect?: boolean;
}

export interface Stack {
  siteUrl: string;
  /** URL of the samples' OPML list, even if other feeds are used. */
  samplesUrl: string;
  /** Null if accounts are off, because then no email is sent. */
  inboxUrl: string | null;
  emulators: Emulators;
}

function portsNeeded({ accounts, buildSite, inspect = false }: StackSpec): PortName[] {
  return [
    ...SITE_PORTS,
    ...(accounts.kind === 'on' ? ACCOUNT_PORTS : []),
    ...(buildSite ? [] : (['web'] as const)),
    ...(inspect ? (['inspect'] as const) : []),
  ];
}

export async function startStack(spec: StackSpec): Promise<Stack> {
  const { run, supervisor, settings } = spec;
  await requireFreePorts(run.ports, portsNeeded(spec));
  supervisor.onStop(noteRunning(run.folder));

  const environment = { ...settings, ...siteEnvironment(spec) };
  const build = (workspace: string, name: string, ...options: string[]) => {
    const program = workspaceBuild(workspace, process.env, ...options);
    return step(name, () => supervisor.run({ name, ...program, cwd: REPOSITORY, environment }));
  };
  const digest = digestSources(environment);
  const mustBuild = !spec.buildSite || !isBuiltFrom(digest);
  if (mustBuild) {
    if (spec.buildSite) removeSite();
    await build('functions', 'functions');
  } else {
    console.log('  The functions and the site are built already.');
  }
  /** Hosting serves no half-built site, because the build has a folder of its own. */
  const buildSite = async () => {
    const folder = path.join(run.folder, 'site');
    await build('web', 'site', '--outDir', folder, '--emptyOutDir');
    showSite(folder, digest);
  };

  const samples = await startSampleHost({ port: run.ports.samples });
  supervisor.onStop(() => samples.close());
  const samplesUrl = new URL('/feeds.opml', samples.url).href;

  const [emulators, inboxUrl] = await Promise.all([
    step(
      'emulators',
      () => startEmulators({ ...spec, environment: functionsEnvironment(spec, samplesUrl) }),
      ({ names }) => names.join(', '),
    ),
    spec.accounts.kind === 'on' ? startInbox(supervisor, run) : null,
    spec.buildSite && mustBuild ? buildSite() : undefined,
  ]);
  if (inboxUrl !== null) mailAccountLinks(supervisor, run, spec.log);
  return { siteUrl: siteUrl(spec), samplesUrl, inboxUrl, emulators };
}

/** Returns the settings that connect the site to the emulators; see `web/src/shared/data/firebase`. */
export function siteEnvironment(spec: Pick<StackSpec, 'run' | 'accounts' | 'buildSite'>) {
  // Emails and public feeds also contain this URL.
  const address = { VITE_SITE_URL: siteUrl(spec), VITE_FUNCTIONS_REGION: '' };
  if (spec.accounts.kind === 'off') return { ...address, VITE_ACCOUNTS: 'off' };
  const { ports, projectId } = spec.run;
  return {
    ...address,
    VITE_PROJECT_ID: projectId,
    VITE_EMULATORS: JSON.stringify({
      auth: `http://${LOOPBACK}:${ports.auth}`,
      firestore: { host: LOOPBACK, port: ports.firestore },
      functions: { host: LOOPBACK, port: ports.functions },
    }),
  };
}

function siteUrl({ run, buildSite }: Pick<StackSpec, 'run' | 'buildSite'>): string {
  return `http://localhost:${buildSite ? run.ports.site : run.ports.web}`;
}

/** Returns settings for the local transcription service. It knows the samples and has the fault of `SPEECH_FAULT`. */
export function speechEnvironment(samplesUrl: string) {
  const { SPEECH_FAULT: fault = '' } = process.env;
  if (fault !== '' && !isSpeechFault(fault))
    throw new Error(`SPEECH_FAULT is one of ${Object.keys(SPEECH_FAULTS).join(', ')}.`);
  return {
    TRANSCRIBE_URL: new URL(speechPath(fault === '' ? null : fault), samplesUrl).href,
    TRANSCRIBE_MODEL: 'samples',
    TRANSCRIBE_SHOWS: 'all',
    // Allows one episode of each show.
    TRANSCRIBE_MINUTES_A_DAY: '900',
  };
}

function functionsEnvironment(spec: StackSpec, samplesUrl: string) {
  const { run, settings, feeds } = spec;
  const isUnset = (settings['TRANSCRIBE_URL'] ?? '') === '';
  const transcribesSamples = spec.transcribesSamples === true && isUnset && feeds === null;
  const chosen = SETTING_NAMES.map((name) => [name, settings[name] ?? ''] as const);
  return {
    ...Object.fromEntries<string>(chosen),
    ...mailEnvironment(settings, run.ports, siteUrl(spec)),
    CATALOGUE_URL: localCatalogueUrl(spec),
    FEEDS: feeds ?? samplesUrl,
    SIGN_UP: settings['VITE_SIGN_UP'] ?? '',
    ...(transcribesSamples && { ...speechEnvironment(samplesUrl) }),
  };
}
