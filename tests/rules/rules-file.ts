import { readFileSync } from 'node:fs';

/** The text of firestore.rules. */
export const RULES = readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8');
