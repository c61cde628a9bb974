import * as z from 'zod/mini';
import { readKeywords } from '../../functions/src/contract/episodes/read-keywords.ts';
import {
  countWords,
  MAX_PHRASE_WORDS,
} from '../../functions/src/contract/episodes/search-limits.ts';
import { ACCOUNT_PAGES } from '../src/content/breadcrumbs.ts';
import { meantKeyword } from '../src/content/meanings.ts';
import { shareKey } from '../src/content/page-kinds.ts';
import { INFORMATION, type SitePage, SITE_PAGES } from '../src/content/site-pages.ts';
import { type EntityList, type Subject, subjectSchema } from '../src/content/subject-schema.ts';
import * as SUBJECT from '../src/content/subject.ts';

/** First path segments that the site, Hosting or a function uses. */
export const TAKEN: readonly string[] = [
  ...Object.keys(ACCOUNT_PAGES).map((path) => path.slice(1)),
  ...INFORMATION.map(({ path }) => path.slice(1)),
  '404',
  'api',
  'app',
  'assets',
  'episode',
  'feeds',
  'icons',
  'index',
  'mcp',
  'search',
  'share',
  'show',
  'topics',
  'trends',
  'unsubscribe',
];

const { localeError } = z.locales.en();

/** Longest title of a page, without the site's name. */
const MAX_TITLE_LENGTH = 55;

/** Throws an Error with a sentence for each problem of `subject.ts`, or of the pages that follow from it. */
export function checkSubject(): void {
  const inData = subjectProblems(SUBJECT);
  const problems = inData.length > 0 ? inData : pageProblems(SITE_PAGES);
  if (problems.length === 0) return;
  throw new Error(`web/src/content/subject.ts is not right:\n${problems.join('\n')}`);
}

/** Lists what is wrong with the subject's shape, or else with what its parts say about each other. */
export function subjectProblems(given: unknown): string[] {
  const read = subjectSchema.safeParse(given, { error: localeError });
  if (!read.success) {
    return read.error.issues.map(({ path, message }) => `${z.core.toDotPath(path)}: ${message}.`);
  }
  const subject = read.data;
  return [
    ...slugProblems(subject),
    ...referenceProblems(subject),
    ...keywordProblems(subject),
    ...exampleProblems(subject),
  ];
}

function slugProblems({ CATEGORIES, HUBS, TRENDS, MEANINGS }: Subject): string[] {
  const prefixes = Object.keys(CATEGORIES);
  const slugs = entriesOf(CATEGORIES).map(({ slug }) => slug);
  return [
    ...repeated(slugs).map((slug) => `CATEGORIES: the slug ${slug} is there twice.`),
    ...repeated(HUBS.map(({ slug }) => slug)).map((slug) => `HUBS: ${slug} is there twice.`),
    ...repeated(TRENDS.map(({ slug }) => slug)).map((slug) => `TRENDS: ${slug} is there twice.`),
    ...repeated(MEANINGS.map(({ name }) => name)).map(
      (name) => `MEANINGS: ${name} is there twice.`,
    ),
    ...[...prefixes, ...slugs]
      .filter((slug) => TAKEN.includes(slug))
      .map((slug) => `CATEGORIES: /${slug} is an address of the site, so it needs another slug.`),
    ...slugs
      .filter((slug) => prefixes.includes(slug))
      .map((slug) => `CATEGORIES: ${slug} is a category and an entity, and both want /${slug}.`),
    ...TRENDS.filter(({ slug, isTopic }) => isTopic && HUBS.some((hub) => hub.slug === slug)).map(
      ({ slug }) => `TRENDS: /topics/${slug} is the hub's address, so the trend is no topic.`,
    ),
  ];
}

function referenceProblems(subject: Subject): string[] {
  const { CATEGORIES, HUBS, TRENDS, HOME_GROUPS, FOOTER, HUB_PAGES } = subject;
  const entities = new Set(entriesOf(CATEGORIES).map(({ slug }) => slug));
  const hubs = new Set(HUBS.map(({ slug }) => slug));
  const topics = new Set([...hubs, ...TRENDS.map(({ slug }) => slug)]);
  const listProblems = (part: string, lists: readonly EntityList[]) =>
    lists.flatMap((list) => {
      const where = `${part}, "${list.title}"`;
      if ('categories' in list) return missing(where, list.categories, Object.keys(CATEGORIES));
      return [
        ...missing(where, list.slugs, entities),
        ...repeated(list.slugs).map((slug) => `${where}: ${slug} is there twice.`),
      ];
    });
  return [
    ...Object.entries(CATEGORIES).flatMap(([prefix, { hub }]) =>
      hub === undefined ? [] : missing(`CATEGORIES, ${prefix}`, [hub], hubs),
    ),
    ...listProblems('HOME_GROUPS', HOME_GROUPS),
    ...listProblems('FOOTER', FOOTER),
    ...[...hubs]
      .filter((slug) => !Object.hasOwn(HUB_PAGES, slug))
      .map((slug) => `HUB_PAGES: the hub ${slug} has no page.`),
    ...missing('HUB_PAGES', Object.keys(HUB_PAGES), hubs),
    ...Object.entries(HUB_PAGES).flatMap(([slug, { lists, related }]) => [
      ...listProblems(`HUB_PAGES, ${slug}`, lists),
      ...missing(`HUB_PAGES, ${slug}, related`, related, topics),
    ]),
  ];
}

function keywordProblems({ CATEGORIES, HUBS, EPISODE_EXAMPLES, MEANINGS }: Subject): string[] {
  const searches = [
    ...entriesOf(CATEGORIES).map(({ slug, name, keywords = [name] }) => ({ slug, keywords })),
    ...HUBS,
    { slug: 'EPISODE_EXAMPLES', keywords: EPISODE_EXAMPLES },
  ];
  return [
    ...searches.flatMap(({ slug, keywords }) => searchProblem(slug, keywords)),
    ...MEANINGS.flatMap(({ name, words }) => {
      const keyword = meantKeyword(name, words);
      const isLong = countWords(keyword) > MAX_PHRASE_WORDS;
      return isLong
        ? [`MEANINGS, ${name}: fewer words, as name and words are one keyword.`]
        : searchProblem(`MEANINGS, ${name}`, [keyword]);
    }),
  ];
}

/** A page's search must be one that a visitor can type. */
function searchProblem(where: string, keywords: readonly string[]): string[] {
  const read = readKeywords(keywords.join(', '));
  if (!read.ok) return [`${where}: ${read.problem}.`];
  if (read.keywords.join('\n') === keywords.join('\n')) return [];
  return [`${where}: a keyword is there twice, or has a comma or too many blanks.`];
}

function exampleProblems(subject: Subject): string[] {
  const { CATEGORIES, EXAMPLE_NAMES, EXAMPLE_PERSON, SUGGESTED_TOPICS } = subject;
  const names = entriesOf(CATEGORIES).map(({ name }) => name);
  const [first] = EXAMPLE_NAMES;
  return [
    ...(names.includes(first)
      ? []
      : [`EXAMPLE_NAMES: ${first} comes first, so it must be a name in CATEGORIES.`]),
    ...EXAMPLE_NAMES.filter((name) => countWords(name) !== 1).map(
      (name) => `EXAMPLE_NAMES: ${name} is not one word.`,
    ),
    ...(countWords(EXAMPLE_PERSON) > 1 ? [] : ['EXAMPLE_PERSON: a first and a last name.']),
    ...SUGGESTED_TOPICS.flatMap(({ words }) => words)
      .filter((word) => word !== word.toLowerCase())
      .map((word) => `SUGGESTED_TOPICS: write ${word} in lower case.`),
  ];
}

/** Lists what is wrong with pages, whose texts have limits and must differ. */
export function pageProblems(pages: readonly SitePage[]): string[] {
  const addresses = pages.flatMap(({ path, bareAlias = [] }) => [path, bareAlias].flat());
  return [
    ...repeated(addresses).map((address) => `Two pages have the address ${address}.`),
    ...repeated(pages.map(({ path }) => shareKey(path))).map(
      (key) => `Two pages have the share image ${key}.png.`,
    ),
    ...repeated(pages.map(({ title }) => title)).map(
      (title) => `Two pages have the title "${title}".`,
    ),
    ...repeated(pages.map(({ description }) => description)).map(
      (text) => `Two pages have the description "${text}".`,
    ),
    ...pages.flatMap(({ path, title, description }) => [
      ...(title.length > MAX_TITLE_LENGTH
        ? [`${path}: its title has ${title.length} characters, at most ${MAX_TITLE_LENGTH} fit.`]
        : []),
      ...(description.length > 160
        ? [`${path}: its description has ${description.length} characters, at most 160 fit.`]
        : []),
    ]),
  ];
}

function entriesOf(categories: Subject['CATEGORIES']) {
  return Object.values(categories).flatMap(({ entities, onlyLinked = [] }) => [
    ...entities,
    ...onlyLinked,
  ]);
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) < index))];
}

function missing(where: string, wanted: readonly string[], known: Iterable<string>): string[] {
  const all = new Set(known);
  return wanted.filter((each) => !all.has(each)).map((each) => `${where}: there is no ${each}.`);
}
