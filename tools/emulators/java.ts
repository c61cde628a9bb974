import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const OLDEST_JAVA = 21;

const execFileAsync = promisify(execFile);

/** Folders with a subfolder for each Java version, and the path from the subfolder to JAVA_HOME. */
const USUAL_PLACES = [
  ['~/.sdkman/candidates/java', ''],
  ['~/.jdks', ''],
  ['/usr/lib/jvm', ''],
  ['/opt/java', ''],
  ['/Library/Java/JavaVirtualMachines', 'Contents/Home'],
  ['/opt/homebrew/opt', ''],
  ['/usr/local/opt', ''],
] as const;

export function parseJavaMajor(text: string): number | null {
  const version = /version "(?:1\.)?(\d+)/.exec(text)?.[1];
  return version === undefined ? null : Number(version);
}

/** Returns JAVA_HOME of the first Java that is new enough: in `JAVA_HOME`, in `PATH`, then in the usual places. */
export async function findJava(environment: NodeJS.ProcessEnv): Promise<string | null> {
  for (const home of new Set([...namedHomes(environment), ...usualHomes(environment)])) {
    const major = await javaMajor(path.join(home, 'bin', 'java'));
    if (major !== null && major >= OLDEST_JAVA) return home;
  }
  return null;
}

function namedHomes(environment: NodeJS.ProcessEnv): string[] {
  const fromPath = (environment['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'java'))
    .filter((file) => existsSync(file))
    .map((file) => path.dirname(path.dirname(realpathSync(file))));
  return environment['JAVA_HOME'] ? [environment['JAVA_HOME'], ...fromPath] : fromPath;
}

/** Lists newer versions first, judged by the folder names. Homebrew's folders also contain other programs. */
function usualHomes(environment: NodeJS.ProcessEnv): string[] {
  const home = environment['HOME'] ?? homedir();
  return USUAL_PLACES.flatMap(([place, toHome]) => {
    const folder = place.replace('~', home);
    const names = existsSync(folder) ? readdirSync(folder).sort().reverse() : [];
    return names
      .filter((name) => !folder.endsWith('/opt') || name.startsWith('openjdk'))
      .map((name) => path.join(folder, name, toHome));
  });
}

async function javaMajor(java: string): Promise<number | null> {
  if (!existsSync(java)) return null;
  try {
    const { stdout, stderr } = await execFileAsync(java, ['-version'], { timeout: 60_000 });
    return parseJavaMajor(stderr + stdout);
  } catch {
    return null;
  }
}
