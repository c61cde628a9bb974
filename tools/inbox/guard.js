// Preloaded into maildev's process. Plain JavaScript, because that process has no TypeScript loader.
import { tsImport } from 'tsx/esm/api';

await tsImport('./guard-inbox.ts', import.meta.url);
