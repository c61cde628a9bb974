import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RUNTIME_ACCOUNT } from '../stand-in/project.ts';
import type { Call } from '../stand-in/google.ts';
import type { Json } from '../stand-in/route.ts';
import { OPERATOR_SECRETS } from './operator.ts';
import { mend } from './mend.ts';
import { hasTag, publishedProblems } from './published.ts';
import type { Run, World } from './world.ts';

interface Case {
  name: string;
  /** Plays the case; returns descriptions of the problems. */
  play(world: World): Promise<string[]>;
}

const INVOKER = 'roles/run.invoker';

async function deploy(world: World, ...args: string[]): Promise<Run> {
  const run = await world.run('npm', 'run', 'deploy', '--', '--tested', ...args);
  printed.push(run.output);
  return run;
}

const ended = (run: Run, code: number) =>
  run.code === code ? [] : [`it ended with ${run.code}, not ${code}`];

const said = (run: Run, ...texts: string[]) =>
  texts.filter((text) => !run.output.includes(text)).map((text) => `it did not say “${text}”`);

/** Calls that change something. Permission checks use POST, too, but change nothing. */
const changes = ({ calls }: Run) =>
  calls.filter(
    ({ method, path }) => method !== 'GET' && !/:(testIamPermissions|getIamPolicy)$/.test(path),
  );

const changed = (run: Run, host: string) =>
  changes(run).filter((call) => call.host.startsWith(host));

const described = (calls: readonly Call[]) => calls.map(({ method, path }) => `${method} ${path}`);

const nothingDone = (run: Run) =>
  described(changes(run)).map((call) => `something was done: ${call}`);

const liveVersion = (world: World) => world.project.channels.get('live')?.[0]?.version.name;

const printed: string[] = [];

/** Lines of output that docs/deploying.md shows and no command printed; `…` matches any text. */
function unprinted(world: World): string[] {
  const guide = readFileSync(path.join(world.clone, 'docs/deploying.md'), 'utf8');
  // Only code blocks of commands name a language; blocks of output do not.
  const blocks = [...guide.matchAll(/^ *```(\w*)\n([^]*?)^ *```$/gm)];
  const shown = blocks.filter(([, language]) => language === '').map(([, , text = '']) => text);
  const lines = shown.flatMap((text) => text.split('\n')).map((line) => line.trim());
  const output = printed.join('\n');
  return lines
    .filter((line) => line !== '' && !patternOf(line, world.project.id).test(output))
    .map((line) => `the guide says “${line}”, and nothing printed it`);
}

function patternOf(line: string, project: string): RegExp {
  const source = line
    .replaceAll(/\bheard\b/g, project)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\d+\\\.\d s$/, '[\\d.]+ s')
    .replaceAll('…', '.*')
    .replaceAll(/ +/g, ' +');
  return new RegExp(`^ *${source}$`, 'm');
}

/** The cases in order. Each starts with the project as the previous one left it. */
export const CASES: readonly Case[] = [
  {
    name: 'a fresh project: the check says what is missing, its commands mend it',
    async play(world) {
      const first = await deploy(world, '--check');
      const firstMended = mend(world.project, first.output);
      const second = await deploy(world, '--check');
      return [
        ...ended(first, 1),
        ...nothingDone(first),
        ...said(first, 'APIs: 16 of 16 are off', ...OPERATOR_SECRETS, INVOKER),
        ...(firstMended >= 8 ? [] : [`only ${firstMended} commands were printed`]),
        ...ended(second, 0),
        ...(second.output.includes('missing') ? ['something is missing still'] : []),
      ];
    },
  },
  {
    name: 'a fresh project: everything is published, and the site answers',
    async play(world) {
      const run = await deploy(world);
      return [
        ...ended(run, 0),
        ...said(
          run,
          'All is well.',
          'removed after a day',
          'can be restored as of any minute of the last week',
          'A backup of Firestore is made every day',
          'deliverDigest refuses strangers',
        ),
        ...publishedProblems(world.project, run.calls, world.clone),
        ...unprinted(world),
      ];
    },
  },
  {
    name: 'a second deployment: functions that have not changed are left, the site is new',
    async play(world) {
      const before = liveVersion(world);
      const run = await deploy(world);
      return [
        ...ended(run, 0),
        ...described(changed(run, 'cloudfunctions')).filter((call) => !call.includes('UploadUrl')),
        ...described(changed(run, 'cloudresourcemanager')),
        ...(liveVersion(world) === before ? ['the site is the one of before'] : []),
        ...publishedProblems(world.project, run.calls, world.clone),
      ];
    },
  },
  {
    name: 'functions that are gone from the code are left for open pages, and named',
    async play(world) {
      const before = liveVersion(world);
      const { functions } = world.project;
      const folder = [...functions.keys()][0]?.replace(/[^/]+$/, '') ?? '';
      const [name, strange] = [`${folder}lookUpShow`, `${folder}notOurs`];
      functions.set(name, { ...functions.get(`${folder}member`), name });
      functions.set(strange, { name: strange, state: 'ACTIVE', labels: {} });
      const run = await deploy(world);
      const left = functions.delete(name);
      functions.delete(strange);
      return [
        ...ended(run, 0),
        ...said(
          run,
          'The code no longer has these functions: lookUpShow.',
          `npx firebase functions:delete lookUpShow --project ${world.project.id}`,
        ),
        ...(left ? [] : ['it was deleted']),
        ...(liveVersion(world) === before ? ['the site is the one of before'] : []),
        ...publishedProblems(world.project, run.calls, world.clone),
      ];
    },
  },
  {
    name: 'a function fails half-way: the site stays, and the next deployment ends it',
    async play(world) {
      const before = liveVersion(world);
      world.project.functions.clear();
      world.project.failing.add('search');
      const failed = await deploy(world);
      const during = liveVersion(world);
      world.project.failing.clear();
      const repeated = await deploy(world);
      return [
        ...ended(failed, 1),
        ...said(failed, 'The deployment did not end', 'The site is the one of before'),
        ...(during === before ? [] : ['the site was released all the same']),
        ...ended(repeated, 0),
        ...described(changed(repeated, 'cloudfunctions')).filter(
          (call) => /functions(\/\w+)?$/.test(call) && !call.endsWith('/functions'),
        ),
        ...publishedProblems(world.project, repeated.calls, world.clone),
      ];
    },
  },
  {
    name: 'a role is missing: nothing is done, and the command that mends it is named',
    async play(world) {
      world.project.roles.get(INVOKER)?.delete(`serviceAccount:${RUNTIME_ACCOUNT}`);
      const run = await deploy(world);
      const mended = mend(world.project, run.output);
      return [
        ...ended(run, 1),
        ...said(run, 'Nothing was done.', INVOKER),
        ...nothingDone(run),
        ...(mended === 1 ? [] : [`${mended} commands instead of one`]),
      ];
    },
  },
  {
    name: 'an API is off: nothing is done, and the command that mends it is named',
    async play(world) {
      world.project.apis.delete('cloudtasks.googleapis.com');
      const run = await deploy(world);
      const mended = mend(world.project, run.output);
      return [
        ...ended(run, 1),
        ...said(run, 'Nothing was done.', 'gcloud services enable cloudtasks.googleapis.com'),
        ...nothingDone(run),
        ...(mended === 1 ? [] : [`${mended} commands instead of one`]),
      ];
    },
  },
  {
    name: 'going back: the version before is shown, with the function that rendered its pages',
    async play(world) {
      const [present, before] = world.project.channels.get('live') ?? [];
      const run = await deploy(world, '--rollback');
      const version = world.project.channels.get('live')?.[0]?.version;
      const rewrites = (version?.config?.['rewrites'] ?? []) as Json[];
      const tags = rewrites.map(({ run: to }) => (to as Json | undefined)?.['tag']).filter(Boolean);
      return [
        ...ended(run, 0),
        ...(version !== undefined && version.name === before?.version.name
          ? []
          : ['another version']),
        ...(present?.version.name === version?.name ? ['it is the present one'] : []),
        ...(tags.length > 10 && tags.every((tag) => hasTag(world.project, tag))
          ? []
          : ['its pages have no function any more']),
        ...described(changed(run, 'cloudfunctions')),
      ];
    },
  },
  {
    name: 'a preview: one function and a channel, no accounts, no way to data or mail',
    async play(world) {
      const before = liveVersion(world);
      const run = await deploy(world, '--preview', 'my-change');
      const version = world.project.channels.get('my-change')?.[0]?.version;
      const services = ((version?.config?.['rewrites'] ?? []) as Json[]).map(
        ({ run: to }) => (to as Json | undefined)?.['serviceId'],
      );
      const functions = described(changed(run, 'cloudfunctions')).filter(
        (call) => !/\/pages$|UploadUrl$/.test(call),
      );
      const others = ['cloudtasks', 'cloudscheduler', 'firebaserules', 'firestore', 'storage.'];
      return [
        ...ended(run, 0),
        ...(version?.status === 'FINALIZED' ? [] : ['nothing is published']),
        ...(liveVersion(world) === before ? [] : ['the site itself has changed']),
        ...['unsubscribe', 'mailevents'].filter((name) => services.includes(name)),
        ...functions,
        ...others
          .flatMap((host) => described(changed(run, host)))
          .filter((call) => !call.startsWith('PUT /upload/')),
      ];
    },
  },
  {
    name: 'alarms: made by one command, and not doubled by another',
    async play(world) {
      const { monitoring } = world.project;
      const first = await world.run('npm', 'run', 'alarms');
      const made = [...monitoring.keys()];
      const second = await world.run('npm', 'run', 'alarms');
      return [
        ...ended(first, 0),
        ...ended(second, 0),
        ...(made.length > 10 && monitoring.size === made.length
          ? []
          : [`${made.length} were made, and ${monitoring.size} are there`]),
      ];
    },
  },
  {
    name: 'firebase deploy alone: builds, and publishes the same',
    async play(world) {
      const to = ['--project', world.project.id, '--non-interactive'];
      const run = await world.run('npx', 'firebase', 'deploy', ...to);
      return [...ended(run, 0), ...publishedProblems(world.project, run.calls, world.clone)];
    },
  },
];
