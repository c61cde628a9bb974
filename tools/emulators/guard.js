// Loaded into firebase-tools before anything of its own; plain JavaScript, for nothing has taught its
// process TypeScript.
import { tsImport } from 'tsx/esm/api';

await tsImport('./guard-emulators.ts', import.meta.url);
