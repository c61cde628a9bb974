import type { Target } from '../instance/target.ts';

/** Gives the functions' code in this process the settings of the command's target. */
export function useSettings(target: Target, catalogueUrl: string): void {
  Object.assign(process.env, target.settings, { CATALOGUE_URL: catalogueUrl });
  // A deployed project does not use the storage of the emulators.
  if (target.kind === 'deployed') process.env['STORAGE_EMULATOR_HOST'] = '';
}
