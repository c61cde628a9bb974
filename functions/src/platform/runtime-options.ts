import { functionsRegion } from './environment.ts';

/** Region of all functions; deploying writes the same one into the rewrites of `firebase.json`. */
export const REGION = functionsRegion();
