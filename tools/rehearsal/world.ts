import { spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  writeFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { OPERATOR_SETTINGS, operatorEnvironment, PROJECT } from './operator.ts';
import { type Call, type Google, startGoogle } from '../stand-in/google.ts';
import { freshProject, type Project } from '../stand-in/project.ts';
import { REPOSITORY } from '../processes/repository.ts';

/** firebase-tools tries these hosts for news and updates, and works without them. */
const MAY_BE_TRIED = ['firebase-public.firebaseio.com', 'registry.npmjs.org'];

export interface Run {
  code: number | null;
  output: string;
  calls: readonly Call[];
}

/** An operator's environment: a clone with settings, a shell and a stand-in for Google. */
export interface World {
  project: Project;
  clone: string;
  run(command: string, ...args: string[]): Promise<Run>;
  /** API calls that the stand-in does not know, and blocked hosts. */
  surprises(): string[];
  close(): Promise<void>;
}

/** @param folder An empty folder for all files. */
export async function createWorld(
  folder: string,
  onOutput: (text: string) => void,
): Promise<World> {
  const clone = path.join(folder, 'earshot');
  const home = path.join(folder, 'home');
  const outside = path.join(folder, 'outside.txt');
  mkdirSync(home);
  cloneRepository(clone);
  writeFileSync(path.join(clone, '.env'), OPERATOR_SETTINGS);
  const project = freshProject(PROJECT);
  const google: Google = await startGoogle(project, pageRenderer(clone));
  const env = operatorEnvironment(home, google.port, outside);
  return {
    project,
    clone,
    async run(command, ...args) {
      const from = google.calls.length;
      const child = spawn(command, args, { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
      const pieces: string[] = [];
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (piece: Buffer) => {
          pieces.push(piece.toString());
          onOutput(piece.toString());
        });
      }
      const code = await new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', resolve);
      });
      return { code, output: pieces.join(''), calls: google.calls.slice(from) };
    },
    surprises() {
      const tried = readFileSync(outside, 'utf8').split('\n').filter(Boolean);
      const others = tried.filter((host) => !MAY_BE_TRIED.includes(host));
      return [
        ...[...new Set(google.unknown)].map((call) => `nobody answers ${call}`),
        ...[...new Set(others)].map((host) => `${host} was asked for`),
      ];
    },
    close: () => google.close(),
  };
}

/** Returns a function that renders a page with the clone's built site, as the function `pages` does. */
function pageRenderer(clone: string) {
  const folder = path.join(clone, 'functions/lib/site');
  return async (address: string): Promise<string | null> => {
    const program = (await import(pathToFileURL(path.join(folder, 'renderer.mjs')).href)) as {
      createRenderer(template: string): {
        plan(path: string, query: string, nowMs: number): unknown;
        render(path: string, results: null): Promise<string>;
      };
    };
    const renderer = program.createRenderer(
      readFileSync(path.join(folder, 'template.html'), 'utf8'),
    );
    if (renderer.plan(address, '', Date.now()) === null) return null;
    return renderer.render(address, null);
  };
}

/** Workspaces are linked to the clone's own folders; all other packages to those of this repository. */
const WORKSPACES = ['functions', 'web', 'tests'];

/** Clones HEAD and links the installed packages, because installing needs a network. */
function cloneRepository(folder: string): void {
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', REPOSITORY, folder]);
  if (status !== 0) throw new Error(`git clone: ${stderr.toString()}`);
  const packages = path.join(REPOSITORY, 'node_modules');
  const links = path.join(folder, 'node_modules');
  mkdirSync(links);
  for (const name of readdirSync(packages)) {
    const isWorkspace = WORKSPACES.includes(name);
    const target = isWorkspace ? path.join('..', name) : path.join(packages, name);
    if (!name.startsWith('.')) symlinkSync(target, path.join(links, name));
  }
  symlinkSync(path.join(packages, '.bin'), path.join(links, '.bin'));
  const record = '.package-lock.json';
  copyFileSync(path.join(packages, record), path.join(links, record));
  for (const workspace of WORKSPACES) {
    const own = path.join(REPOSITORY, workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(folder, workspace, 'node_modules'));
  }
}
