import { functionsRegion } from './environment.ts';

/** `npm run deploy` also writes it into the rewrites of `firebase.json`. */
export const REGION = functionsRegion();
