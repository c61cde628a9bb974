import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { applyRestoreRule, type RuleResult } from '../alerts/restore/firestore-after-restore.ts';
import {
  type BackupHeader,
  type BackupLine,
  backupLines,
  readBackup,
  WrongBackup,
} from './backup-file.ts';
import {
  emptyAccounts,
  emulatedAccounts,
  hasAccounts,
  writeAccounts,
} from './emulated-accounts.ts';
import { emptyDatabase, hasPeople, storedDocuments, writeDocuments } from './firestore-backup.ts';

/** Only its owner may read the file: it holds secrets of channels. */
const FOR_OWNER = 0o600;

export interface BackupCounts {
  documents: number;
  accounts: number;
}

/** Writes everything that cannot be made anew into a new file, which gets its name only when it is complete. */
export async function backUp(
  firestore: Firestore,
  project: string,
  file: string,
): Promise<BackupCounts> {
  const counts = { documents: 0, accounts: 0 };
  const readTime = Timestamp.now();
  async function* content(): AsyncGenerator<BackupLine> {
    for await (const account of emulatedAccounts(project)) {
      counts.accounts += 1;
      yield account;
    }
    for await (const document of storedDocuments(firestore, readTime)) {
      counts.documents += 1;
      yield document;
    }
  }
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'w', FOR_OWNER);
  try {
    const about = { project, at: readTime.toDate().toISOString() };
    for await (const line of backupLines(about, content())) await handle.write(line);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
  await handle.close();
  await rename(unfinished, file);
  return counts;
}

export interface RestoreOptions {
  /** The time at which the lost database last had mails sent; null if none were sent after the backup. */
  mailedUntilMs: number | null;
  /** True if existing data is deleted first; false if there must be none. */
  replaces: boolean;
  nowMs: number;
}

export interface RestoreResult extends RuleResult {
  header: BackupHeader;
  documents: number;
  accounts: { written: number; leftOut: number };
}

/** Restores a backup, after reading the file to its end. If it is killed, it can be repeated. */
export async function restore(
  firestore: Firestore,
  project: string,
  file: string,
  { mailedUntilMs, replaces, nowMs }: RestoreOptions,
): Promise<RestoreResult> {
  const header = await checked(file);
  if (mailedUntilMs !== null && mailedUntilMs < Date.parse(header.at)) {
    throw new WrongBackup(`The backup is of ${header.at}: no mail that it knows of is later.`);
  }
  if (!replaces && ((await hasPeople(firestore)) || (await hasAccounts(project)))) {
    throw new WrongBackup('There are people already: --replace deletes what they have first.');
  }
  await emptyDatabase(firestore);
  await emptyAccounts(project);
  const accounts = await writeAccounts(project, readBackup(createReadStream(file)));
  const documents = await writeDocuments(firestore, readBackup(createReadStream(file)));
  return {
    header,
    documents,
    accounts,
    ...(await applyRestoreRule(firestore, { mailedUntilMs, nowMs })),
  };
}

async function checked(file: string): Promise<BackupHeader> {
  const lines = readBackup(createReadStream(file));
  for (;;) {
    const { done, value } = await lines.next();
    if (done === true) return value;
  }
}
