// Starts `query-worker.ts` as it is, for tests and tools; what is deployed is a bundle.
import { register } from 'tsx/esm/api';

register();
await import('./query-worker.ts');
