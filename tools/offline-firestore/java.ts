import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const OLDEST_JAVA = 21;

export interface Java {
  /** Folder of the installation, which contains `bin/java`. */
  home: string;
  major: number;
}

const execFileAsync = promisify(execFile);
const executable = process.platform === 'win32' ? 'java.exe' : 'java';

/**
 * The major version in the output of `java -version` or in a JDK's `release` file; null if the text has none.
 */
export function parseJavaMajor(text: string): number | null {
  const version = /(?:version |JAVA_VERSION=)"(?:1\.)?(\d+)/.exec(text)?.[1];
  return version === undefined ? null : Number(version);
}

export function chooseJava(found: readonly Java[]): Java | null {
  return found.find(({ major }) => major >= OLDEST_JAVA) ?? null;
}

/** Looks for Java {@link OLDEST_JAVA} or newer in `JAVA_HOME`, in `PATH`, then in the usual folders of JDKs. */
export async function findJava(environment: NodeJS.ProcessEnv): Promise<Java | null> {
  const homes = [...new Set([...namedHomes(environment), ...usualHomes(environment)])];
  for (const home of homes) {
    const major = await javaMajor(home);
    if (major !== null && chooseJava([{ home, major }])) return { home, major };
  }
  return null;
}

function namedHomes(environment: NodeJS.ProcessEnv): string[] {
  const fromPath = (environment['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, executable))
    .filter((file) => existsSync(file))
    .map((file) => path.dirname(path.dirname(realpathSync(file))));
  return environment['JAVA_HOME'] ? [environment['JAVA_HOME'], ...fromPath] : fromPath;
}

function usualHomes(environment: NodeJS.ProcessEnv): string[] {
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? homedir();
  const inside = (folder: string, suffix = '') =>
    namesIn(folder).map((name) => path.join(folder, name, suffix));
  const programs = environment['ProgramFiles'];
  return [
    ...inside(path.join(home, '.sdkman/candidates/java')),
    ...inside(path.join(home, '.jdks')),
    ...inside(path.join(home, '.asdf/installs/java')),
    ...inside(path.join(home, '.local/share/mise/installs/java')),
    ...inside(path.join(home, 'Library/Java/JavaVirtualMachines'), 'Contents/Home'),
    ...inside('/usr/lib/jvm'),
    ...inside('/usr/java'),
    ...inside('/opt/java'),
    ...inside('/opt').filter((folder) => /jdk|jre|java/i.test(path.basename(folder))),
    ...inside('/Library/Java/JavaVirtualMachines', 'Contents/Home'),
    ...inside('/opt/homebrew/opt').filter((folder) => path.basename(folder).startsWith('openjdk')),
    ...inside('/usr/local/opt').filter((folder) => path.basename(folder).startsWith('openjdk')),
    ...['Java', 'Eclipse Adoptium', 'Microsoft', 'Zulu', 'Amazon Corretto', 'BellSoft'].flatMap(
      (vendor) => (programs ? inside(path.join(programs, vendor)) : []),
    ),
  ];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort().reverse();
  } catch {
    return [];
  }
}

/** Reads the JDK's `release` file if there is one, because starting Java is far slower. */
async function javaMajor(home: string): Promise<number | null> {
  const java = path.join(home, 'bin', executable);
  if (!existsSync(java)) return null;
  try {
    const major = parseJavaMajor(readFileSync(path.join(home, 'release'), 'utf8'));
    if (major !== null) return major;
  } catch {
    // No `release` file: run `java -version`.
  }
  try {
    const { stdout, stderr } = await execFileAsync(java, ['-version'], { timeout: 10_000 });
    return parseJavaMajor(stderr + stdout);
  } catch {
    return null;
  }
}
