import { randomBytes } from 'node:crypto';

/** Ten letters and digits that no other test has. Tests of several workers share one store. */
export const unique = () => randomBytes(5).toString('hex');
