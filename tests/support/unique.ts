import { randomBytes } from 'node:crypto';

/** Ten random hex digits for ids. Needed because concurrent tests share one database. */
export const unique = () => randomBytes(5).toString('hex');
