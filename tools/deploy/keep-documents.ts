import * as z from 'zod';
import { BACKUP_KEPT_DAYS } from '../../functions/src/contract/index.ts';
import type { GoogleApi } from './google-api.ts';

const KEPT_WEEKS = BACKUP_KEPT_DAYS / 7;

const RECOVERY_ON = 'POINT_IN_TIME_RECOVERY_ENABLED';

const databaseSchema = z.object({ pointInTimeRecoveryEnablement: z.string().optional() });
const schedulesSchema = z.object({
  backupSchedules: z.array(z.object({ dailyRecurrence: z.unknown().optional() })).default([]),
});

const pathOf = (project: string) => `/v1/projects/${project}/databases/(default)`;

/** One of the two ways in which Firestore is backed up. */
interface Way {
  name: string;
  path: string;
  isSet: (body: unknown) => boolean;
  method: string;
  query: string;
  body: object;
  done: string;
  /** The command that turns it on by hand, for an account that may do so. */
  command: (project: string) => string;
}

const WAYS: readonly Way[] = [
  {
    name: 'point-in-time recovery of Firestore',
    path: '',
    isSet: (body) => databaseSchema.parse(body).pointInTimeRecoveryEnablement === RECOVERY_ON,
    method: 'PATCH',
    query: '?updateMask=pointInTimeRecoveryEnablement',
    body: { pointInTimeRecoveryEnablement: RECOVERY_ON },
    done: 'Firestore can be restored as of any minute of the last week from now on.',
    command: (project) =>
      `gcloud firestore databases update --database='(default)' --enable-pitr --project=${project}`,
  },
  {
    name: 'a daily backup of Firestore',
    path: '/backupSchedules',
    isSet: (body) =>
      schedulesSchema
        .parse(body)
        .backupSchedules.some(({ dailyRecurrence }) => dailyRecurrence !== undefined),
    method: 'POST',
    query: '',
    body: { retention: `${BACKUP_KEPT_DAYS * 86_400}s`, dailyRecurrence: {} },
    done: `A backup of Firestore is made every day and kept for ${KEPT_WEEKS} weeks.`,
    command: (project) =>
      `gcloud firestore backups schedules create --database='(default)' --recurrence=daily --retention=${KEPT_WEEKS}w --project=${project}`,
  },
];

export interface Kept extends Pick<Way, 'name'> {
  /** HTTP status of the response; 404 if there is no database. */
  status: number;
  isSet: boolean;
  command: string;
}

async function read({ ask }: GoogleApi, project: string, way: Way): Promise<Kept> {
  const { status, body } = await ask('firestore', 'GET', pathOf(project) + way.path);
  const isSet = status === 200 && way.isSet(body);
  return { name: way.name, status, isSet, command: way.command(project) };
}

/** Whether each way of backup is on: recovery to any minute of the last week, and a daily backup. */
export function readKept(google: GoogleApi, project: string): Promise<Kept[]> {
  return Promise.all(WAYS.map((way) => read(google, project, way)));
}

/** Turns on each way of backup that is off. Returns what was done, and the commands for what could not be done. */
export async function keepDocuments(google: GoogleApi, project: string): Promise<string[]> {
  const said: string[] = [];
  for (const way of WAYS) {
    if ((await read(google, project, way)).isSet) continue;
    const path = pathOf(project) + way.path + way.query;
    const { status } = await google.ask('firestore', way.method, path, way.body);
    if (status === 200) said.push(way.done);
    else said.push(`There is not yet ${way.name} (${status}): run`, `  ${way.command(project)}`);
  }
  return said;
}
