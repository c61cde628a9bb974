import type { Target } from '../instance/target.ts';

/** Gives the functions' code in this process the settings of what the command acts on. */
export function useSettings(target: Target, catalogueUrl: string): void {
  Object.assign(process.env, target.settings, { CATALOGUE_URL: catalogueUrl });
  // The emulators' storage is none of a deployed project.
  if (target.kind === 'deployed') process.env['STORAGE_EMULATOR_HOST'] = '';
}
