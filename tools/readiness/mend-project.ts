import * as z from 'zod';
import type { GoogleApi } from '../deploy/google-api.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { type Finding, findingsText } from './finding.ts';

const errorSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * Shows what is missing and can be set from here, asks, sets it in the order of the findings and prints each result.
 * Safe to repeat. Resolves to false if nothing was set.
 * @param confirm Null if nobody can be asked.
 */
export async function mendProject(
  google: GoogleApi,
  findings: readonly Finding[],
  confirm: ((question: string) => Promise<boolean>) | null,
  print: (text: string) => void,
): Promise<boolean> {
  const mendable = findings.filter(({ state, mend }) => state === 'missing' && mend !== undefined);
  if (mendable.length === 0) {
    print('Nothing is missing that this command can set.');
    return false;
  }
  print(`These are missing and can be set from here, as the commands below them do:`);
  print(findingsText(mendable));
  if (confirm === null) {
    throw new ExpectedFailure('Nothing was set: run the command in a terminal, where it can ask.');
  }
  if (!(await confirm(`Set ${mendable.length === 1 ? 'it' : `all ${mendable.length}`}? [y/N] `))) {
    print('Nothing was set.');
    return false;
  }
  for (const { text, fix, mend } of mendable) {
    const { status, body } = (await mend?.(google)) ?? { status: 0, body: null };
    if (status === 200) {
      print(`  set      ${text}`);
      continue;
    }
    const { message = '' } = errorSchema.safeParse(body).data?.error ?? {};
    print(`  refused  ${text}: ${`${status} ${message}`.trim()}`);
    for (const line of fix) print(`             ${line}`);
  }
  return true;
}
