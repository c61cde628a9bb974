import { ExpectedFailure } from '../processes/expected-failure.ts';

export interface Finding {
  /**
   * `unseen`: the account may not read the state. `later`: the deployment creates what is missing, or the
   * operator does after it. `ignored`: a setting that this version does not have.
   */
  state: 'ok' | 'missing' | 'later' | 'unseen' | 'ignored';
  text: string;
  /** Commands, or the URL of a console page, that fix the problem. */
  mend: readonly string[];
}

export const ok = (text: string): Finding => ({ state: 'ok', text, mend: [] });
export const later = (text: string, ...mend: string[]): Finding => ({ state: 'later', text, mend });
export const missing = (text: string, ...mend: string[]): Finding => {
  return { state: 'missing', text, mend };
};
export const unseen = (what: string, status: number): Finding => {
  return { state: 'unseen', text: `${what}: asking was answered with ${status}`, mend: [] };
};

export function findingsText(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ state, text, mend }) => [
      `  ${state.padEnd(8)} ${text}`,
      ...mend.map((command) => `             ${command}`),
    ])
    .join('\n');
}

/**
 * Throws an ExpectedFailure if something is missing, and prints what else there is to know. With `anyway`, what is
 * missing is only printed: the check does not see inherited roles.
 */
export function requireReady(findings: readonly Finding[], anyway: boolean): void {
  const of = (state: Finding['state']) => findings.filter((finding) => finding.state === state);
  const missing = of('missing');
  if (missing.length > 0 && !anyway) {
    throw new ExpectedFailure(
      `Nothing was done. The project is not ready:\n${findingsText(missing)}\n` +
        'Run these in https://shell.cloud.google.com, then `npm run deploy -- --check`. A role that is ' +
        'given by a folder, a group or on one account alone is not seen here: then add `--anyway`.',
    );
  }
  console.log(`  project      ready: ${of('ok').length} of ${findings.length} lines`);
  const told = [...missing, ...of('unseen'), ...of('later'), ...of('ignored')];
  if (told.length > 0) console.log(findingsText(told));
}
