// Preloaded into firebase-tools' process, which has no TypeScript loader.
import { tsImport } from 'tsx/esm/api';

await tsImport('./guard-emulators.ts', import.meta.url);
