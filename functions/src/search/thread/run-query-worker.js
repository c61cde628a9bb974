// Starts `query-worker.ts` from source, for tests and tools; deployed functions have a bundle.
import { register } from 'tsx/esm/api';

register();
await import('./query-worker.ts');
