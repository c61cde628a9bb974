import { functionsRegion } from './environment.ts';

/** Where every function runs; a deployment puts the same region into the rewrites of `firebase.json`. */
export const REGION = functionsRegion();
