// Starts `query-worker.ts` without a bundle, for tests and tools; deployed functions use the bundle.
import { register } from 'tsx/esm/api';

register();
await import('./query-worker.ts');
