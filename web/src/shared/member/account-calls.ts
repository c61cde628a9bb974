import {
  type AccountExport,
  accountExportSchema,
  type DigestPreview,
  digestPreviewSchema,
} from 'functions/contract';
import {
  connectFunctionsEmulator,
  type Functions,
  getFunctions,
  httpsCallable,
} from 'firebase/functions';
import { firebaseApp } from '#shared/firebase/firebase-app.ts';
import { localEmulators } from '#shared/firebase/local-emulators.ts';
import { site } from '#shared/site.ts';

/** The function's own timeout. */
const DELETION_TIMEOUT_MS = 300_000;

let functions: Promise<Functions> | undefined;

async function connect(): Promise<Functions> {
  const connected = getFunctions(await firebaseApp(), site.functionsRegion);
  const emulator = localEmulators()?.functions;
  if (emulator) connectFunctionsEmulator(connected, emulator.host, emulator.port);
  return connected;
}

function connected(): Promise<Functions> {
  functions ??= connect().catch((error: unknown) => {
    functions = undefined;
    throw error;
  });
  return functions;
}

export async function exportAccount(): Promise<AccountExport> {
  const { data } = await httpsCallable(await connected(), 'exportAccount')();
  return accountExportSchema.parse(data);
}

/** The email that an alert of the person would send today. */
export async function previewDigest(alertId: string): Promise<DigestPreview> {
  const { data } = await httpsCallable(await connected(), 'previewDigest')({ alertId });
  return digestPreviewSchema.parse(data);
}

/** Deletes the account and all its data. `confirm` is the account's email address, which the server checks. */
export async function deleteAccount(confirm: string): Promise<void> {
  const call = httpsCallable(await connected(), 'deleteAccount', { timeout: DELETION_TIMEOUT_MS });
  await call({ confirm });
}
