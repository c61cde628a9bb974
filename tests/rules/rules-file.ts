import { readFileSync } from 'node:fs';

export const RULES = readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8');
