import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import tseslint from 'typescript-eslint';
import { functionFloors, toolRooms } from './eslint.floors.js';

/** @typedef {{ regex: string, message: string }} ForbiddenImport */
/** @typedef {Record<string, ['error', ...unknown[]]>} Rules */
/** @typedef {{ selector: string, message: string }} ForbiddenSyntax */

// Flat config replaces a rule's options instead of merging them, so every layer below gets whole lists.

/**
 * @param {ForbiddenImport[]} patterns
 * @returns {Rules}
 */
const forbidImports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

/**
 * @param {ForbiddenSyntax[]} more
 * @returns {Rules}
 */
const forbidSyntax = (...more) => ({
  'no-restricted-syntax': ['error', zodByName, spreadOnTheSpot, ...more],
});

const zodByName = {
  selector:
    'ImportDeclaration[source.value=/^zod/] > :matches(ImportSpecifier, ImportDefaultSpecifier)',
  message: "Write `import * as z from 'zod'`: the named import bundles every locale.",
};

const spreadOnTheSpot = {
  selector:
    ':matches(SpreadElement, SpreadElement > TSAsExpression) > :matches(ObjectExpression, ArrayExpression)',
  message: 'Write the fields or elements out: a spread hides misspelt fields from the compiler.',
};

/** Layers of functions/src that the site imports. */
const FOR_BROWSERS = ['contract', 'query'];

const wholeZod = {
  regex: '^zod$',
  message: 'Browsers load this: use zod/mini, a third of the size.',
};

// A browser's translator moves each text into its own elements. React then fails to remove the text, or to insert
// something before it.
const TEXT = ':matches(Literal, TemplateLiteral)';
const APPEARING = 'LogicalExpression[operator="&&"] > :matches(JSXElement, JSXFragment).right';
const bareTexts = [
  `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > LogicalExpression[operator="&&"] > ${TEXT}.right`,
  `JSXExpressionContainer > ConditionalExpression:has(> :matches(JSXElement, JSXFragment)) > ${TEXT}:not([raw="null"])`,
  `JSXExpressionContainer:has(> ${APPEARING}) ~ JSXText[value=/\\S/]`,
  `JSXExpressionContainer:has(> ${APPEARING}) ~ JSXExpressionContainer > ConditionalExpression:not(:has(JSXElement, JSXFragment))`,
].map((selector) => ({
  selector,
  message: 'Put the text into an element: a page that a browser translates fails here.',
}));

const triggers = {
  selector: 'ImportDeclaration[source.value=/^firebase-functions/]',
  message: 'Triggers live in *-endpoint.ts, *-schedule.ts, *-task.ts and *-call.ts only.',
};

const contractDoor = {
  regex: '/contract/index\\.ts$',
  message: 'It re-exports files of this layer: import the file itself.',
};

/** Files that define triggers of Cloud Functions. */
const TRIGGER_FILES = 'functions/src/**/*-{endpoint,schedule,task,call}.ts';

/**
 * The same patterns for `import()`, which no-restricted-imports does not read.
 * @param {ForbiddenImport[]} patterns
 */
const forbidLateImports = (patterns) =>
  patterns.map(({ regex, message }) => ({
    // A slash would end the regular expression of a selector.
    selector: `ImportExpression > Literal.source[value=/${regex.replaceAll('/', '\\x2f')}/]`,
    message,
  }));

const functionRules = functionFloors.flatMap(({ name, files, forbidden }) => [
  {
    files: [files],
    // Tests may import from higher layers, because tests of `query` use a real catalogue.
    ignores: ['functions/src/**/*.test.ts'],
    rules: {
      ...forbidImports(
        ...forbidden,
        ...(FOR_BROWSERS.includes(name) ? [wholeZod, contractDoor] : []),
      ),
      ...forbidSyntax(...(name === 'platform' ? [] : [triggers]), ...forbidLateImports(forbidden)),
    },
  },
  { files: [[files, TRIGGER_FILES]], rules: forbidSyntax(...forbidLateImports(forbidden)) },
]);

/** Forbids relative paths between folders of web/src, so that a file can move without changing its imports. */
const climbing = {
  regex: '^\\.\\./',
  message: 'Nothing climbs out of its folder: write #app/, #features/, #content/ or #shared/.',
};

const featureRules = readdirSync(path.join(import.meta.dirname, 'web/src/features')).map(
  (feature) => ({
    files: [`web/src/features/${feature}/**/*.{ts,tsx}`],
    rules: forbidImports(wholeZod, climbing, {
      regex: `^#(app|features/(?!${feature}/))`,
      message: 'A feature imports no other feature, and nothing of app: they meet there.',
    }),
  }),
);

// Path prefixes that tools, tests and samples may import from other folders. A change to any other file cannot break
// these importers.
const CONTRACT = 'functions/src/contract/index.ts';
const PLATFORM = 'functions/src/platform/';
const SETTINGS = 'functions/src/settings.ts';
/** Code of the functions that tests and some folders of tools run in their own process. */
const WORK =
  'functions/src/(query|feeds|catalogue|transcription|refresh|delivery/channels|alerts|search|site)/';
const LIFT_SUPPRESSION = 'functions/src/delivery/mail/lift-suppression.ts';
/** Open to all tests. */
const TESTING = 'functions/src/testing/';
const MANUAL_RUN = 'functions/src/alerts/plan/manual-run.ts';
const SAMPLES = 'samples/';

const WORKING_ROOMS = ['feeds', 'status', 'commands', 'benchmarks'];

const toolRules = toolRooms.map(({ name: room, files, forbidden }) => {
  const work = WORKING_ROOMS.includes(room) ? [WORK, LIFT_SUPPRESSION] : [];
  const browser = 'tests/support/browser/find-chromium.ts';
  return {
    files: [files],
    rules: forbidImports(
      ...forbidden,
      outside('../', CONTRACT, PLATFORM, SETTINGS, SAMPLES, browser, ...work),
    ),
  };
});

/** @type {Record<string, string[]>} */
const openToTests = {
  rules: [CONTRACT, 'web/src/shared/(data|testing)/'],
  hosting: [CONTRACT, 'web/(src/content|build)/', 'tools/smoke/'],
  repository: [
    PLATFORM,
    SETTINGS,
    'eslint\\.floors\\.js',
    'tools/processes/',
    // Parsers of what people type and paste.
    'functions/src/(contract|query|member/shows)',
    'web/src/features/(alerts/bring|search/refine)/',
  ],
  journeys: [
    CONTRACT,
    'functions/src/contract/fixtures/',
    MANUAL_RUN,
    'functions/src/delivery/mail/digest/',
    'web/build/service-worker.ts',
    SAMPLES,
  ],
  support: [
    CONTRACT,
    PLATFORM,
    MANUAL_RUN,
    'functions/src/delivery/mail/transport/fixtures/',
    'functions/src/delivery/channels/testing/',
    'web/build/',
    'tools/processes/',
  ],
  functions: [
    CONTRACT,
    'functions/src/contract/fixtures/',
    PLATFORM,
    'functions/src/(accounts|alerts|api|catalogue|delivery|feeds|hubs|member|refresh|search|site)/',
    'tools/alarms/',
    'web/src/features/info/developers/',
    'web/src/shared/data/',
  ],
  faults: [CONTRACT, PLATFORM, WORK, 'tools/(processes|benchmarks)/'],
};

/** Numbers of folders between a suite and its files. */
const SUITE_DEPTHS = [0, 1, 2];

const testRules = Object.entries(openToTests).flatMap(([suite, open]) =>
  SUITE_DEPTHS.map((depth) => ({
    files: [`tests/${suite}/${'*/'.repeat(depth)}*.ts`],
    rules: suiteRules('../'.repeat(depth + 1), open),
  })),
);

/**
 * @param {string} toSuites Relative path from a file's folder to the folder of the suites.
 * @param {string[]} open
 */
function suiteRules(toSuites, open) {
  return forbidImports(outside(toSuites, ...open), {
    regex: `^${escaped(toSuites)}(?!\\.\\.|support/)`,
    message: 'Suites do not know each other: what two need goes to tests/support.',
  });
}

/**
 * @param {string} toTop Relative path from a file's folder to its top folder, whose files it may import.
 * @param {string[]} open
 */
function outside(toTop, ...open) {
  return {
    regex: `^${escaped(toTop)}(\\.\\./)+(?!\\.\\./|${[TESTING, ...open].join('|')})`,
    message: 'This is not open to this folder; eslint.config.js lists what is.',
  };
}

/** @param {string} steps */
function escaped(steps) {
  return steps.replaceAll('.', '\\.');
}

export default defineConfig(
  { ignores: ['**/dist', '**/lib', 'tests/artifacts', '.data', '**/.cache'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      globals: globals.node,
      // One TypeScript program for everything, so that the compiler reads shared files once instead of three times.
      parserOptions: { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...forbidSyntax(),
      'max-lines': ['error', { max: 250, skipComments: true, skipBlankLines: true }],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // The compiler refuses enums (`erasableSyntaxOnly`), and this rule takes a tenth of ESLint's time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  ...functionRules,
  {
    files: ['functions/src/**/*.{ts,tsx}'],
    ignores: [
      'functions/src/platform/environment.ts',
      'functions/src/**/*.test.ts',
      'functions/src/**/testing/*.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only functions/src/platform/environment.ts reads the environment.',
        },
      ],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    languageOptions: { globals: globals.browser },
    rules: forbidImports(wholeZod),
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    rules: forbidImports(wholeZod, climbing),
  },
  {
    files: ['web/src/**/*.tsx'],
    ignores: ['web/src/**/*.test.tsx'],
    rules: forbidSyntax(...bareTexts),
  },
  {
    files: ['web/src/shared/**/*.{ts,tsx}', 'web/src/content/**/*.{ts,tsx}'],
    rules: forbidImports(wholeZod, climbing, {
      regex: '^#(app|features)/',
      message: 'shared and content know nothing of the layers above them.',
    }),
  },
  ...featureRules,
  ...toolRules,
  ...testRules,
  {
    files: ['tools/**', 'functions/build.js'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.test.{ts,tsx}', '{functions,web}/src/**/testing/test-setup.ts', 'tests/**'],
    rules: {
      'max-lines': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // Playwright derives a function's fixtures from its first parameter, which may be `{}`.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_' },
      ],
    },
  },
  prettier,
);
