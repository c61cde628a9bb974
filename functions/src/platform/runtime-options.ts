import { functionsRegion } from './environment.ts';

/** Region of all functions; a deployment writes it into the rewrites of `firebase.json` as well. */
export const REGION = functionsRegion();
