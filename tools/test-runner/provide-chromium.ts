import { existsSync } from 'node:fs';
import { findChromium } from '../../tests/support/browser/find-chromium.ts';
import { REPOSITORY } from '../processes/repository.ts';
import type { Supervisor } from '../processes/supervisor.ts';

const CONNECT_TIMEOUT_MS = '10000';

export async function provideChromium(
  supervisor: Supervisor,
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  const found = findChromium(environment);
  if (found !== null) return found;
  for (const { command, args } of installations()) {
    console.log(`No Chromium here: trying ${command} ${args.join(' ')}`);
    try {
      await supervisor.run({
        name: 'chromium',
        command,
        args,
        cwd: REPOSITORY,
        environment: {
          ...environment,
          PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: CONNECT_TIMEOUT_MS,
          DEBIAN_FRONTEND: 'noninteractive',
        },
      });
    } catch {
      // The log has the error.
    }
    const installed = findChromium(environment);
    if (installed !== null) return installed;
  }
  return null;
}

function installations(): { command: string; args: string[] }[] {
  const playwright = 'node_modules/playwright-core/cli.js';
  const root = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const packages = 'apt-get update && apt-get install --yes --no-install-recommends chromium';
  return [
    { command: process.execPath, args: [playwright, 'install', 'chromium'] },
    ...(root ? [{ command: '/bin/sh', args: ['-c', packages] }] : []),
  ];
}
