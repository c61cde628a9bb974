// Tests run from source, and Node 20 cannot run TypeScript on a thread.
import { tsImport } from 'tsx/esm/api';

await tsImport('./remux-worker.ts', import.meta.url);
