import { functionsRegion } from './environment.ts';

/** `npm run deploy` also writes the region into the rewrites of `firebase.json`. */
export const REGION = functionsRegion();
