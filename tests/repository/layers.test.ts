import { ESLint } from 'eslint';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

const eslint = new ESLint({
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  // The tested rules need no type information, which takes seconds to load.
  overrideConfig: tseslint.configs.disableTypeChecked,
});

async function broken(filePath: string, line: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${line}\n`, { filePath });
  return result?.messages.flatMap(({ ruleId }) => (ruleId ? [ruleId] : [])) ?? [];
}

const IMPORTS = 'no-restricted-imports';
const SYNTAX = 'no-restricted-syntax';

test.each([
  ['functions/src/contract/episodes/search.ts', "export * from '../../platform/log.ts';", IMPORTS],
  ['functions/src/contract/episodes/search.ts', "export * from 'zod';", IMPORTS],
  ['functions/src/platform/log.ts', "export * from '../catalogue/catalogue.ts';", IMPORTS],
  [
    'functions/src/catalogue/engines/sqlite/sqlite-database.ts',
    "export * from '../../../search/search-episodes.ts';",
    IMPORTS,
  ],
  [
    'functions/src/catalogue/file/open-catalogue.ts',
    "export * from '../../delivery/x.ts';",
    IMPORTS,
  ],
  ['functions/src/feeds/read/read-feed.ts', "export * from '../../catalogue/x.ts';", IMPORTS],
  ['functions/src/feeds/read/read-feed.ts', "export * from '../transcripts/x.ts';", IMPORTS],
  [
    'functions/src/feeds/transcripts/transcript.ts',
    "export * from '../../catalogue/x.ts';",
    IMPORTS,
  ],
  ['functions/src/delivery/links/x.ts', "export * from '../mail/x.ts';", IMPORTS],
  ['functions/src/accounts/x.ts', "export * from '../member/x.ts';", IMPORTS],
  ['functions/src/accounts/x.ts', "await import('../member/x.ts');", SYNTAX],
  ['functions/src/member/operation-table.ts', "await import('../api/x.ts');", SYNTAX],
  ['functions/src/member/account/keys-call.ts', "await import('../../api/x.ts');", SYNTAX],
  ['functions/src/catalogue/catalogue.ts', "await import('./engines/x.ts');", SYNTAX],
  ['functions/src/query/excerpt.ts', "export * from '../feeds/feed-model.ts';", IMPORTS],
  ['functions/src/query/excerpt.ts', "export * from '../platform/log.ts';", IMPORTS],
  ['functions/src/query/excerpt.ts', "export * from '../contract/index.ts';", IMPORTS],
  ['functions/src/query/excerpt.ts', "export * from 'zod';", IMPORTS],
  ['functions/src/contract/index.ts', "export * from '../platform/log.ts';", IMPORTS],
  [
    'functions/src/delivery/mail/digest/fit-digest.ts',
    "export * from '../../../alerts/x.ts';",
    IMPORTS,
  ],
  ['functions/src/search/limits/rate-limiter.ts', "export * from '../../alerts/x.ts';", IMPORTS],
  ['functions/src/search/limits/rate-limiter.ts', "export * from '../../index.ts';", IMPORTS],
  ['functions/src/search/search-service.ts', "export * from '../site/feeds/x.ts';", IMPORTS],
  ['functions/src/refresh/refresh-feed.ts', "export * from '../accounts/x.ts';", IMPORTS],
  ['functions/src/catalogue/catalogue.ts', "export * from './engines/x.ts';", IMPORTS],
  ['functions/src/catalogue/catalogue.ts', "export * from '../refresh/x.ts';", IMPORTS],
  ['functions/src/catalogue/store/store-feed.ts', "export * from '../catalogue.ts';", IMPORTS],
  ['functions/src/catalogue/store/feeds.ts', "export * from '../answers/visibility.ts';", IMPORTS],
  [
    'functions/src/catalogue/engines/sqlite/sqlite-store.ts',
    "export * from '../../file/open-catalogue.ts';",
    IMPORTS,
  ],
  [
    'functions/src/refresh/refresh-feed.ts',
    "export * from '../catalogue/schema/work.ts';",
    IMPORTS,
  ],
  [
    'functions/src/member/shows/x.ts',
    "export * from '../../catalogue/engines/sqlite/x.ts';",
    IMPORTS,
  ],
  ['functions/src/catalogue/file/x.ts', "export * from '../testing/x.ts';", IMPORTS],
  ['functions/src/catalogue/testing/x.ts', "export * from '../../delivery/x.ts';", IMPORTS],
  ['functions/src/alerts/alert-record.ts', "export * from './match/match-alerts.ts';", IMPORTS],
  ['functions/src/alerts/alert-record.ts', "export * from '../api/x.ts';", IMPORTS],
  ['functions/src/alerts/match/match-changes.ts', "export * from '../plan/x.ts';", IMPORTS],
  ['functions/src/alerts/outbox/sent-log.ts', "export * from '../plan/x.ts';", IMPORTS],
  ['functions/src/alerts/outbox/room/x.ts', "export * from '../../plan/x.ts';", IMPORTS],
  ['functions/src/alerts/plan/run-shard.ts', "export * from '../fixtures/x.ts';", IMPORTS],
  ['functions/src/alerts/plan/run-shard.ts', "export * from '../../search/x.ts';", IMPORTS],
  ['functions/src/search/limits/rate-limiter.ts', "import 'firebase-functions/v2/https';", SYNTAX],
  ['functions/src/platform/config.ts', "import { z } from 'zod'; z.string();", SYNTAX],
  ['functions/src/platform/config.ts', 'export const x = { ...{ a: 1 }, b: 2 };', SYNTAX],
  ['web/src/shared/site.ts', "export const x = [...(['a'] as const), 'b'];", SYNTAX],
  [
    'functions/src/platform/log.ts',
    "export const home = process.env['HOME'];",
    'no-restricted-properties',
  ],
  ['web/src/shared/site.ts', "export * from '#features/search/use-address-search.ts';", IMPORTS],
  ['web/src/shared/site.ts', "export * from 'zod';", IMPORTS],
  ['web/src/features/search/use-address-search.ts', "export * from '#app/app.tsx';", IMPORTS],
  ['web/src/features/search/use-address-search.ts', "export * from '../alerts/alert.ts';", IMPORTS],
  [
    'web/src/features/search/use-address-search.ts',
    "export * from '#features/alerts/x.ts';",
    IMPORTS,
  ],
  ['web/src/features/search/room/x.ts', "export * from '../../alerts/alert.ts';", IMPORTS],
  ['web/src/features/search/room/x.ts', "export * from '#features/alerts/x.ts';", IMPORTS],
  ['web/src/content/roster.ts', "export * from '../shared/site.ts';", IMPORTS],
  ['web/src/app/header/logo.tsx', "export * from '../../features/x.ts';", IMPORTS],
  ['tools/processes/child.ts', "export * from '../instance/ports.ts';", IMPORTS],
  ['tools/emulators/emulators.ts', "export * from '../stack/stack.ts';", IMPORTS],
  ['tools/stack/stack.ts', "export * from '../commands/start.ts';", IMPORTS],
  ['tools/commands/feeds.ts', "export * from '../benchmarks/bench-load.ts';", IMPORTS],
  ['tools/feeds/load-feeds.ts', "export * from '../commands/feeds.ts';", IMPORTS],
  ['tools/test-runner/run-tests.ts', "export * from '../feeds/load-feeds.ts';", IMPORTS],
  ['tools/stack/stack.ts', "export * from '../../functions/src/feeds/feed-model.ts';", IMPORTS],
  ['tools/commands/feeds.ts', "export * from '../../functions/src/delivery/mail/x.ts';", IMPORTS],
  ['tools/commands/feeds.ts', "export * from '../../web/src/content/roster.ts';", IMPORTS],
  ['tools/commands/test.ts', "export * from '../../tests/support/stack.ts';", IMPORTS],
  [
    'tests/rules/rules-lab.ts',
    "export * from '../../functions/src/contract/people/slots.ts';",
    IMPORTS,
  ],
  ['tests/rules/rules-lab.ts', "export * from '../functions/x.ts';", IMPORTS],
  ['tests/journeys/search.test.ts', "export * from '../../functions/src/search/x.ts';", IMPORTS],
  ['tests/hosting/headers.test.ts', "export * from '../../web/src/app/app.tsx';", IMPORTS],
  ['tests/faults/searching.ts', "export * from '../../tools/instance/ports.ts';", IMPORTS],
  ['tests/rules/cases/cases.ts', "export * from '../../functions/x.ts';", IMPORTS],
  ['tests/rules/cases/cases.ts', "export * from '../../../functions/src/delivery/x.ts';", IMPORTS],
  ['tests/support/stack.ts', "export * from '../rules/rules-lab.ts';", IMPORTS],
  ['tests/support/browser/look.ts', "export * from '../../journeys/x.ts';", IMPORTS],
])('the linter refuses in %s: %s', async (filePath, line, rule) => {
  expect(await broken(filePath, line)).toContain(rule);
});

test.each([
  ['functions/src/contract/people/alert.ts', "export * from '../../query/parse-query.ts';"],
  ['functions/src/query/excerpt.ts', "export * from '../contract/episodes/highlight.ts';"],
  ['functions/src/search/limits/rate-limiter.ts', "export * from '../../catalogue/catalogue.ts';"],
  ['functions/src/alerts/plan/plan-digest.ts', "export * from '../outbox/sent-log.ts';"],
  ['functions/src/catalogue/catalogue.ts', "export * from './store/store-feed.ts';"],
  ['functions/src/refresh/refresh-feed.ts', "export * from '../catalogue/store/store-feed.ts';"],
  [
    'functions/src/search/providers/x.ts',
    "export * from '../../catalogue/engines/sqlite/search/search-connections.ts';",
  ],
  ['functions/src/catalogue/file/x.ts', "export * from '../engines/sqlite/x.ts';"],
  ['functions/src/catalogue/testing/x.ts', "export * from '../../query/excerpt.ts';"],
  ['functions/src/alerts/match/match-changes.ts', "export * from '../alert-record.ts';"],
  ['functions/src/alerts/plan/run-shard.ts', "export * from '../../catalogue/catalogue.ts';"],
  ['functions/src/alerts/fixtures/outbox-world.ts', "export * from '../plan/run-shard.ts';"],
  ['functions/src/feeds/transcripts/transcript.ts', "export * from '../feed-model.ts';"],
  ['web/src/features/search/use-address-search.ts', "export * from '#shared/site.ts';"],
  ['web/src/features/search/use-address-search.ts', "export * from './room/x.ts';"],
  ['web/src/features/search/room/x.ts', "export * from '#features/search/use-address-search.ts';"],
  ['tools/stack/stack.ts', "export * from '../emulators/emulators.ts';"],
  ['tools/commands/feeds.ts', "export * from '../../functions/src/feeds/feed-model.ts';"],
  ['tools/feeds/load-feeds.ts', "export * from '../../functions/src/feeds/feed-model.ts';"],
  ['tests/rules/rules-lab.ts', "export * from '../../functions/src/contract/index.ts';"],
  ['tests/rules/cases/cases.ts', "export * from '../rules-lab.ts';"],
  ['tests/rules/cases/cases.ts', "export * from '../../support/stack.ts';"],
  ['tests/support/browser/look.ts', "export * from '../stack.ts';"],
  ['tests/support/browser/look.ts', "export * from '../../../web/build/x.ts';"],
  ['tests/hosting/headers.test.ts', "export * from '../support/stack.ts';"],
])('the linter allows in %s: %s', async (filePath, line) => {
  expect(await broken(filePath, line)).toEqual([]);
});

function oneOfEach(place: string): string[] {
  const files = filesIn(place).filter((file) => file.includes('/'));
  return [...new Map(files.map((file) => [file.split('/')[0], file])).values()];
}

function filesIn(place: string): string[] {
  return readdirSync(new URL(`../../${place}`, import.meta.url), { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => /^[^.]+\.tsx?$/.test(file) && !file.includes('node_modules/'));
}

test.each([
  ['functions/src', 'index.ts', oneOfEach('functions/src')],
  ['functions/src/catalogue', 'testing/x.ts', filesIn('functions/src/catalogue')],
  ['functions/src/alerts', 'fixtures/x.ts', filesIn('functions/src/alerts')],
  ['tools', 'benchmarks/x.ts', oneOfEach('tools')],
])('puts each file of %s on a floor that may not import %s', async (place, top, files) => {
  const below = files.filter((file) => !file.startsWith(top.replace('x.ts', '')));
  const withFloor: string[] = [];
  for (const file of below) {
    const way = '../'.repeat(file.split('/').length - 1) || './';
    const rules = await broken(`${place}/${file}`, `export * from '${way}${top}';`);
    if (rules.includes(IMPORTS)) withFloor.push(file);
  }
  expect(withFloor).toEqual(below);
});
