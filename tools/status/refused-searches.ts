import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { DAY_MS } from '../../functions/src/contract/index.ts';
import type { GoogleApi } from '../deploy/google-api.ts';
import type { Status } from './status-text.ts';

/** Google's maximum per request. */
const MAX_LINES = 1000;

const lineSchema = z.object({ event: z.literal('search'), code: z.string() });

export function refusedInLog(file: string): Status['refused'] {
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const codes = lines.flatMap((line) => codeOf(line.slice(line.indexOf('{'))));
  return { counts: counted(codes), since: 'since npm start' };
}

function codeOf(text: string): string[] {
  try {
    const { data } = lineSchema.safeParse(JSON.parse(text));
    return data === undefined ? [] : [data.code];
  } catch {
    return []; // The line is of another program.
  }
}

const entriesSchema = z.object({
  entries: z.array(z.object({ jsonPayload: lineSchema })).default([]),
});

export async function refusedInCloud(
  { ask }: Pick<GoogleApi, 'ask'>,
  project: string,
  nowMs: number,
): Promise<Status['refused']> {
  const { status, body } = await ask('logging', 'POST', '/v2/entries:list', {
    resourceNames: [`projects/${project}`],
    filter: `resource.type="cloud_run_revision" AND jsonPayload.event="search" AND jsonPayload.code:* AND timestamp>="${new Date(nowMs - DAY_MS).toISOString()}"`,
    orderBy: 'timestamp desc',
    pageSize: MAX_LINES,
  });
  if (status !== 200) return null;
  const { entries } = entriesSchema.parse(body);
  const since = entries.length < MAX_LINES ? 'in 24 hours' : `of the last ${MAX_LINES}`;
  return { counts: counted(entries.map(({ jsonPayload }) => jsonPayload.code)), since };
}

function counted(codes: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
