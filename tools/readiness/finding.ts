import type { Mend } from './mend.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';

export interface Finding {
  /**
   * `later`: the deployment fixes it, or the operator does after the deployment. `unseen`: the account may not read the
   * state. `ignored`: a setting that this version does not have.
   */
  state: 'ok' | 'missing' | 'later' | 'unseen' | 'ignored';
  text: string;
  /** Commands, or the URL of a console page, that fix the problem. */
  fix: readonly string[];
  /** Fixes the problem, where no console is needed. */
  mend?: Mend;
}

const finding =
  (state: Finding['state']) =>
  (text: string, ...fix: string[]): Finding => ({ state, text, fix });

export const ok = finding('ok');
export const missing = finding('missing');
export const later = finding('later');
export const ignored = finding('ignored');
export function mendable(one: Finding, mend: Mend): Finding {
  return { ...one, mend };
}
export const unseen = (what: string, status: number | string): Finding =>
  finding('unseen')(`${what}: asking was answered with ${status}`);

export const firebaseConsole = (project: string, page: string) =>
  `https://console.firebase.google.com/project/${project}/${page}`;

export function findingsText(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ state, text, fix }) => [
      `  ${state.padEnd(8)} ${text}`,
      ...fix.map((command) => `             ${command}`),
    ])
    .join('\n');
}

/**
 * Throws an ExpectedFailure if something is missing. `anyway` prevents that, because the check does not see inherited
 * roles. Prints all findings that are not `ok`.
 */
export function requireReady(findings: readonly Finding[], anyway: boolean): void {
  const of = (state: Finding['state']) => findings.filter((finding) => finding.state === state);
  const missing = of('missing');
  if (missing.length > 0 && !anyway) {
    throw new ExpectedFailure(
      `Nothing was done. The project is not ready:\n${findingsText(missing)}\n` +
        '`npm run deploy -- --fix` sets what needs no console, after it has asked. A role that is ' +
        'given by a folder, a group or on one account alone is not seen here: then add `--anyway`.',
    );
  }
  console.log(`  project      ready: ${of('ok').length} of ${findings.length} lines`);
  const others = [...missing, ...of('unseen'), ...of('later'), ...of('ignored')];
  if (others.length > 0) console.log(findingsText(others));
}
