import { type AccountExport, accountExportSchema } from 'functions/contract';
import {
  connectFunctionsEmulator,
  type Functions,
  getFunctions,
  httpsCallable,
} from 'firebase/functions';
import { firebaseApp } from '#shared/firebase/firebase-app.ts';
import { localEmulators } from '#shared/firebase/local-emulators.ts';
import { site } from '#shared/site.ts';

/** As long as the function itself may take. */
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

/** Everything stored about the person who is signed in. */
export async function exportAccount(): Promise<AccountExport> {
  const { data } = await httpsCallable(await connected(), 'exportAccount')();
  return accountExportSchema.parse(data);
}

/** Deletes the account with all that is stored for it; `confirm` is its own email address. */
export async function deleteAccount(confirm: string): Promise<void> {
  const call = httpsCallable(await connected(), 'deleteAccount', { timeout: DELETION_TIMEOUT_MS });
  await call({ confirm });
}
