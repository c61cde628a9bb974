import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { functionFloors, toolRooms } from '../../eslint.floors.js';
import { REPOSITORY } from '../../tools/processes/repository.ts';

const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');

/** Lists the Markdown files of a folder, except the changelog, which names things that no longer exist. */
function guidesIn(folder: string): string[] {
  return readdirSync(path.join(REPOSITORY, folder))
    .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
    .map((name) => path.posix.join(folder, name));
}

const GUIDES = [...guidesIn('.'), ...guidesIn('docs')];
/**
 * Guides in which a code span of one plain word names a room or part of our code. In other guides, such words are
 * also queries and names of other programs.
 */
const OF_THE_CODE = [
  'README.md',
  'CONTRIBUTING.md',
  'DECISIONS.md',
  'architecture.md',
  'recipes.md',
];

/**
 * Names that exist in no file of the repository: failed journeys, the reader or other programs create them, Google's log
 * has them, or a query is written so.
 */
const OTHERS = ['tests/artifacts/journeys', 'feeds.sql', 'remoteIp', 'toolCallId', 'openAi'];

const isMade = (file: string) => /(^|\/)(node_modules|artifacts|here-[^/]*)(\/|$)/.test(file);

function childrenOf(folder: string, recursive = true): string[] {
  return readdirSync(path.join(REPOSITORY, folder), { recursive, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => !isMade(file));
}

const files = [
  ...['.', 'functions', 'web'].flatMap((folder) => childrenOf(folder, false)),
  ...['functions/src', 'functions/build', 'web/src', 'web/build', 'web/public'].flatMap((folder) => childrenOf(folder)), // prettier-ignore
  ...['tests', 'samples', 'tools', 'docs', '.github', '.ci'].flatMap((folder) => childrenOf(folder)), // prettier-ignore
];
const programs = files.filter((file) => /\.(tsx?|js|rules|ya?ml|sh|html)$|^\.ci\/run$/.test(file));
const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Code without comments and tests, because a name that exists only in these may be outdated. */
const code = [...programs, ...files.filter((file) => /\.json$|^\.env\.example$/.test(file))]
  .filter((file) => !/\.test\.tsx?$|package-lock/.test(file))
  .map((file) => read(file).replaceAll(COMMENT, ''))
  .join('\n');
const names = new Set(code.match(/[\w$]+/g));
const hyphenated = new Set(code.match(/\w+(?:-\w+)+/g));

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

interface Guide {
  name: string;
  /** Text of the code examples. Their names are not checked, because examples run in other people's programs. */
  examples: string;
  spans: string[];
}

/** Reads the code spans of a guide, and the words of its headings and drawings that can only be names. */
function readGuide(name: string): Guide {
  const blocks = [...read(name).matchAll(/^ *```(\w*)\n([^]*?)^ *```$/gm)];
  const prose = read(name).replaceAll(/^ *```[^]*?^ *```$/gm, '');
  const drawings = blocks.filter(([, language]) => language === '').map(([text]) => text);
  const headings = prose.match(/^#+ .*$/gm) ?? [];
  const named = [...drawings, ...headings].flatMap((text) => text.match(/[\w$]+/g) ?? []);
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  return {
    name,
    examples: blocks.filter(([, language]) => language !== '').join('\n'),
    spans: [
      ...new Set([
        ...spans.map((span) => span.replaceAll(/\s+/g, ' ')),
        ...named.filter((word) => CAMEL_CASE.test(word) || UPPER_CASE.test(word)),
      ]),
    ],
  };
}

const CAMEL_CASE = /^[a-z]+[A-Z][a-z]\w*$/;
const UPPER_CASE = /^[A-Z][A-Z\d]*(_[A-Z\d]+)+$/;
/**
 * Prefixes of log events about a mail or a message. The code adds them, so it contains only the rest of the names.
 */
const KINDS = /^(?:digest|message)-/;

/** Returns the kind of name that is missing; null if the name exists or is none of ours. */
function missing(span: string, guide: Pick<Guide, 'name' | 'examples'>): string | null {
  const script = /^npm (?:run )?([\w:-]+)/.exec(span)?.[1];
  if (script !== undefined) return script in scripts || script === 'ci' ? null : 'script';
  if (OTHERS.includes(span)) return null;
  const setting = /^(\w+)(?:=.*)?$/.exec(span)?.[1] ?? '';
  if (UPPER_CASE.test(setting))
    return names.has(setting) || guide.examples.includes(setting) ? null : 'setting';
  const isPath = /^[\w.*-]+(\/[\w.*-]+)*\/?$/.test(span) && /\/|\.(tsx?|js(on)?|md|sql|txt|opml|rules)$/.test(span); // prettier-ignore
  if (isPath) return isFile(span) || code.includes(span.replace('*', '')) ? null : 'file or folder';
  const name = /^([\w$]+)(?:\(.*\))?$/.exec(span)?.[1] ?? '';
  if (CAMEL_CASE.test(name))
    return names.has(name) || guide.examples.includes(name) ? null : 'name in the code';
  if (!OF_THE_CODE.includes(path.basename(guide.name))) return null;
  if (/^[a-z]+$/.test(name)) return names.has(name) || isFile(name) ? null : 'room or word';
  if (!/^[a-z\d]+(-[a-z\d]+)+$/.test(span)) return null;
  return [span, span.replace(KINDS, '')].some((each) => hyphenated.has(each)) || isFile(span)
    ? null
    : 'room or word';
}

/** True if a path of the repository ends with the name; `*` matches anything within a segment. */
function isFile(name: string): boolean {
  const pattern = name
    .replace(/\/$/, '')
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', '[^/]*');
  const ends = new RegExp(`(^|/)${pattern}$`);
  return files.some((file) => ends.test(file));
}

const guides = GUIDES.map(readGuide);

test('finds the names in the guides', () => {
  expect(guides.flatMap(({ spans }) => spans).length).toBeGreaterThan(700);
});

test.each(guides)(
  '$name names only files, settings, commands, rooms and functions that exist',
  (guide) => {
    const wrong = guide.spans.flatMap((span) => {
      const what = missing(span, guide);
      return what === null ? [] : [`${span}: no such ${what}`];
    });
    expect(wrong).toEqual([]);
  },
);

test.each([
  ['npm run backup', 'script'],
  ['npm run lighthouse -- --mobile', 'script'],
  ['WAKE_UPS_ENABLED', 'setting'],
  ['WAKE_UPS_ENABLED=true', 'setting'],
  ['work-budget.ts', 'file or folder'],
  ['functions/src/catalogue/read-cost.ts', 'file or folder'],
  ['*-wake.ts', 'file or folder'],
  ['catalogue/candidates', 'file or folder'],
  ['tools/rehearsal/', 'file or folder'],
  ['wakeFeeds', 'name in the code'],
  ['priceSearch(query)', 'name in the code'],
  ['rehearsal', 'room or word'],
  ['wake-ups', 'room or word'],
])('finds that %s, which was removed, is no %s', (span, what) => {
  expect(missing(span, { name: 'DECISIONS.md', examples: '' })).toBe(what);
});

test('comments name only source files that exist', () => {
  const wrong = programs.flatMap((file) => {
    const comments = read(file).match(COMMENT) ?? [];
    const named = comments.join('\n').match(/(?<![\w/:.*-])[a-z][\w./-]*\.tsx?\b/g) ?? [];
    return named.filter((name) => !isFile(name)).map((name) => `${file}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

/**
 * Lists the rooms in the drawings of architecture.md: words, and lists of words, between wide gaps. A list at the end
 * of a line is a description, not a list of rooms.
 */
function drawnRooms(): string[] {
  const [, section = ''] = read('docs/architecture.md').split('\n## Floors and rooms\n');
  const drawings = section.split('\n## ')[0]!.match(/^```\n[^]*?^```$/gm) ?? [];
  const name = String.raw`[a-z][\w-]*(?:\.ts)?`;
  const cell = new RegExp(
    `(?<=^ {2}| {2})(?:${name}(?=$| {2})|${name}(?:, ${name})+(?= {2}))`,
    'gm',
  );
  return drawings.flatMap((text) => text.match(cell) ?? []).flatMap((list) => list.split(', '));
}

test('draws each room of the functions in architecture.md, and only existing rooms', () => {
  const drawn = drawnRooms();
  const isSource = (name: string) => {
    const place = new RegExp(String.raw`^(functions/src/([\w-]+/)?|web/src/)${name}(\.ts)?$`);
    return files.some((file) => place.test(file));
  };
  expect(drawn.filter((name) => !isSource(name))).toEqual([]);
  const rooms = files.filter((file) =>
    /^functions\/src\/(catalogue\/|alerts\/)?[\w-]+$/.test(file),
  );
  const ofTests = ['testing', 'fixtures'];
  const names = rooms.map((room) => path.basename(room)).filter((name) => !ofTests.includes(name));
  expect(names.filter((name) => !drawn.includes(name))).toEqual([]);
});

test('names only existing rooms and files in eslint.floors.js', () => {
  const places = [...functionFloors, ...toolRooms].map(
    (floor) => floor.files.split('/**')[0] ?? '',
  );
  expect(places.length).toBeGreaterThan(40);
  expect(places.filter((place) => !files.includes(place))).toEqual([]);
});
