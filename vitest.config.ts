import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { SETTING_NAMES } from './functions/src/settings.ts';
import { FUZZ_FACTOR } from './functions/src/testing/fuzz-runs.ts';
import { WORKERS } from './tools/test-runner/test-suites.ts';

// Settings in the environment or in `.env` (`envDir: false` below) must not change results. Suites of the product get
// their settings through STARTED_PRODUCT.
for (const name of Object.keys(process.env)) {
  const isOfSite = name.startsWith('VITE_');
  if (isOfSite || SETTING_NAMES.includes(name)) Reflect.deleteProperty(process.env, name);
}

// With `isolate: false`, all test files of a worker share imported modules, which halves the time. A few files need
// their own worker.

/** These files choose the Firebase project for the functions' code in their worker. */
const NEEDS_ITS_OWN_PROJECT = [
  'functions/data-of-1.0.test.ts',
  'functions/outbox.test.ts',
  'functions/undone-alerts.test.ts',
  'functions/followed-shows.test.ts',
];

/** These files reload modules, or load them with other settings or mocks. */
const NEEDS_ITS_OWN_MODULES = [
  'src/api/serve-api.test.ts',
  'src/member/member-call.test.ts',
  'src/refresh/refresh-schedule.test.ts',
  'src/search/search-endpoint.fuzz.test.ts',
  'src/search/providers/catalogue-file.test.ts',
];

// Files that have their own project; see tools/test-runner/test-suites.ts.
const CATALOGUE = 'src/{catalogue,refresh}/**/*.test.ts';
const ALERTS = 'src/alerts/**/*.test.ts';
const RULES_MUTANTS = 'rules/every-condition-counts.test.ts';
const ALERTS_OF_PRODUCT = 'functions/alert*.test.ts';

/** Long, because tests may share a busy machine. */
const TIME_LIMITS = { testTimeout: 120_000 * Math.max(1, FUZZ_FACTOR), hookTimeout: 120_000 };

const SEED = path.join(import.meta.dirname, 'functions/src/testing/test-seed.ts');

const OF_FUNCTIONS = {
  root: 'functions',
  setupFiles: [SEED, path.join(import.meta.dirname, 'functions/src/testing/test-setup.ts')],
  restoreMocks: true,
  ...TIME_LIMITS,
};

/** Environment variables through which suites find the product that `npm test` has started. */
const env = JSON.parse(process.env['STARTED_PRODUCT'] ?? '{}') as Record<string, string>;

const OF_PRODUCT = { env, root: 'tests', setupFiles: SEED, ...TIME_LIMITS };

export default defineConfig({
  envDir: false,
  test: {
    maxWorkers: WORKERS,
    // Threads of one process share the compiled WebAssembly of PGlite.
    pool: 'threads',
    // Tests provoke errors, whose logs matter only if a test fails.
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'functions',
          include: ['{src,build}/**/*.test.ts'],
          exclude: [CATALOGUE, ALERTS, ...NEEDS_ITS_OWN_MODULES],
          isolate: false,
          ...OF_FUNCTIONS,
        },
      },
      {
        test: {
          name: 'functions-catalogue',
          include: [CATALOGUE],
          exclude: NEEDS_ITS_OWN_MODULES,
          isolate: false,
          ...OF_FUNCTIONS,
        },
      },
      {
        test: {
          name: 'functions-alerts',
          include: [ALERTS],
          isolate: false,
          ...OF_FUNCTIONS,
        },
      },
      {
        test: {
          name: 'functions-alone',
          include: NEEDS_ITS_OWN_MODULES,
          ...OF_FUNCTIONS,
        },
      },
      {
        test: {
          name: 'tools',
          root: '.',
          include: ['{tools,samples,tests/repository}/**/*.test.ts'],
          isolate: false,
          setupFiles: SEED,
          ...TIME_LIMITS,
        },
      },
      {
        envDir: false,
        test: {
          name: 'web',
          root: 'web',
          environment: 'happy-dom',
          isolate: false,
          include: ['{src,build}/**/*.test.{ts,tsx}'],
          setupFiles: [
            SEED,
            path.join(import.meta.dirname, 'web/src/shared/testing/test-setup.ts'),
          ],
          ...TIME_LIMITS,
        },
      },
      {
        test: {
          name: 'rules',
          include: ['rules/**/*.test.ts'],
          exclude: [RULES_MUTANTS],
          isolate: false,
          ...OF_PRODUCT,
        },
      },
      {
        test: {
          name: 'rules-mutants',
          include: [RULES_MUTANTS],
          isolate: false,
          ...OF_PRODUCT,
        },
      },
      {
        test: {
          name: 'emulators',
          include: ['functions/**/*.test.ts'],
          exclude: [ALERTS_OF_PRODUCT, ...NEEDS_ITS_OWN_PROJECT],
          isolate: false,
          ...OF_PRODUCT,
        },
      },
      {
        test: {
          name: 'hosting',
          include: ['hosting/**/*.test.ts'],
          isolate: false,
          ...OF_PRODUCT,
        },
      },
      {
        test: {
          name: 'emulators-alerts',
          include: [ALERTS_OF_PRODUCT],
          isolate: false,
          ...OF_PRODUCT,
        },
      },
      {
        test: {
          name: 'emulators-alone',
          include: NEEDS_ITS_OWN_PROJECT,
          ...OF_PRODUCT,
        },
      },
      {
        test: {
          name: 'faults',
          env,
          root: 'tests',
          include: ['faults/**/*.test.ts'],
          globalSetup: [path.join(import.meta.dirname, 'tests/faults/fault-table.ts')],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
