// Tests run from the source, and Node 20 runs no TypeScript on a thread.
import { tsImport } from 'tsx/esm/api';

await tsImport('./remux-worker.ts', import.meta.url);
