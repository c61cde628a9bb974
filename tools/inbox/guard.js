// Loaded into the inbox before anything of its own; plain JavaScript, for nothing has taught its process
// TypeScript.
import { tsImport } from 'tsx/esm/api';

await tsImport('./guard-inbox.ts', import.meta.url);
