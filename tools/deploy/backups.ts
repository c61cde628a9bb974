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

interface Backup {
  name: string;
  path: string;
  isSet: (body: unknown) => boolean;
  method: string;
  query: string;
  body: object;
  done: string;
  /** Returns the shell command with which an account that has the permission turns the backup on. */
  command: (project: string) => string;
}

const BACKUPS: readonly Backup[] = [
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

export interface BackupState extends Pick<Backup, 'name'> {
  /** HTTP status. 404 if there is no database. */
  status: number;
  isSet: boolean;
  command: string;
}

async function read({ ask }: GoogleApi, project: string, backup: Backup): Promise<BackupState> {
  const { status, body } = await ask('firestore', 'GET', pathOf(project) + backup.path);
  const isSet = status === 200 && backup.isSet(body);
  return { name: backup.name, status, isSet, command: backup.command(project) };
}

export function readBackups(google: GoogleApi, project: string): Promise<BackupState[]> {
  return Promise.all(BACKUPS.map((backup) => read(google, project, backup)));
}

/** Turns on the backups that are off. Returns lines about the changes, and commands for refused changes. */
export async function turnOnBackups(google: GoogleApi, project: string): Promise<string[]> {
  const lines: string[] = [];
  for (const backup of BACKUPS) {
    const { name, isSet, command } = await read(google, project, backup);
    if (isSet) continue;
    const path = pathOf(project) + backup.path + backup.query;
    const { status } = await google.ask('firestore', backup.method, path, backup.body);
    if (status === 200) lines.push(backup.done);
    else lines.push(`There is not yet ${name} (${status}): run`, `  ${command}`);
  }
  return lines;
}
