import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { tool, VITE } from '../../../tools/processes/node-program.ts';
import { REPOSITORY } from '../../../tools/processes/repository.ts';

/** Builds the site without the settings of this run, so that it uses the real services. */
export async function buildSite(folder: string): Promise<void> {
  const config = path.join(REPOSITORY, 'web/build/app-only.config.ts');
  const { command, args } = tool(VITE, 'build', '--config', config, '--outDir', folder);
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith('VITE_'));
  const env = { ...Object.fromEntries(settings), NODE_ENV: 'production' };
  await promisify(execFile)(command, args, { cwd: REPOSITORY, env });
}
