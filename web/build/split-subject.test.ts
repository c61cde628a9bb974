// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Subject } from '../src/content/subject-schema.ts';
import * as SHIPPED from '../src/content/subject.ts';
import * as COOKING from './fixtures/cooking-subject.ts';

const WEB = path.join(import.meta.dirname, '..');
const SUBJECT = path.join(WEB, 'src/content/subject.ts');
/** A build takes seconds, or much longer on a busy machine. */
const BUILD_TIMEOUT_MS = 120_000;

/** Words that any site needs: it tells how to connect AI assistants. */
const MEANT_OTHERWISE = ['Claude', 'AI'];

const OTHER_TEXTS = JSON.stringify(COOKING);

const cooking: Plugin = {
  name: 'another-subject',
  enforce: 'pre',
  load: (id) =>
    id.startsWith(`${SUBJECT}?`)
      ? readFileSync(path.join(import.meta.dirname, 'fixtures/cooking-subject.ts'), 'utf8')
      : null,
};

let scripts: Rolldown.OutputChunk[];

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const result = await build({
    root: WEB,
    configFile: path.join(WEB, 'vite.config.ts'),
    envDir: import.meta.dirname,
    logLevel: 'silent',
    plugins: [cooking],
    build: { write: false },
  });
  scripts = (result as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk');
}, BUILD_TIMEOUT_MS);

afterAll(() => {
  vi.unstubAllEnvs();
});

const scriptsWith = (text: string) =>
  scripts.filter(({ code }) => code.includes(text)).map(({ name }) => name);

function entitiesOf({ CATEGORIES }: Pick<Subject, 'CATEGORIES'>) {
  return Object.values(CATEGORIES).flatMap(({ entities, onlyLinked = [] }) => [
    ...entities,
    ...onlyLinked,
  ]);
}

test('loads texts of hubs and meanings of words with the pages that show them', () => {
  expect(scriptsWith(COOKING.HUB_PAGES.restaurants.intro)).toEqual(['hub-route']);
  expect(scriptsWith('Martínez')).toEqual(['meaning-choice']);
});

test('loads no large part twice', () => {
  const texts = [
    ...entitiesOf(COOKING).map(({ description }) => description),
    ...COOKING.HUBS.map(({ description }) => description),
    ...COOKING.HOME_GROUPS.map(({ title }) => title),
    ...Object.values(COOKING.HUB_PAGES).map(({ intro }) => intro),
  ].filter((text) => text.length > 12); // shorter ones are words of other texts, too
  const found = texts.map((text) => [text, scriptsWith(`\`${text}\``).length] as const);
  expect(found.filter(([, count]) => count !== 1)).toEqual([]);
});

test('another subject leaves nothing of the shipped one in the scripts', () => {
  const { CATEGORIES, HUBS, HOME_GROUPS, FOOTER } = SHIPPED;
  const words = [
    ...entitiesOf(SHIPPED).map(({ name }) => name),
    ...Object.values(CATEGORIES).flatMap(({ one, many }) => [one, many]),
    ...HUBS.map(({ name }) => name),
    ...[...HOME_GROUPS, ...FOOTER].map(({ title }) => title),
    ...SHIPPED.SEARCH_EXAMPLES,
    ...SHIPPED.COVERED.split(/, | and /),
    ...Object.values(SHIPPED.EXAMPLE_PHRASE),
    SHIPPED.EXAMPLE_WORD,
    SHIPPED.EXAMPLE_SHOW,
    SHIPPED.EXAMPLE_HOST,
  ].filter((word) => !MEANT_OTHERWISE.includes(word) && !OTHER_TEXTS.includes(word));
  const left = words.filter((word) =>
    scripts.some(({ code }) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i').test(code)),
  );
  expect(left).toEqual([]);
});
