// Preloaded into firebase-tools' process. Plain JavaScript, because that process has no TypeScript loader.
import { tsImport } from 'tsx/esm/api';

await tsImport('./guard-emulators.ts', import.meta.url);
