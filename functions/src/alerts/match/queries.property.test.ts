import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { DAY_MS } from '../../contract/index.ts';
import { feedItem, NOW, readingOf } from '../../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../../catalogue/testing/test-engines.ts';
import { ownTokens } from '../../query/tokenize.ts';
import {
  FIELD_NAMES,
  fieldSign,
  isFact,
  isOfSpeakers,
  type SearchedTexts,
} from '../../query/fields.ts';
import { matchesQuery } from '../../query/fixtures/match-query.ts';
import { normalizeQuery } from '../../query/normalize-query.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { planQuery } from '../../query/plan-query.ts';
import { type QueryPlan, termPhrases, unwantedTerms } from '../../query/query-plan.ts';
import { toSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { answeredQueries, isTold } from '../fixtures/answered-queries.ts';
import { newEpisodes } from '../../catalogue/testing/new-episodes.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { TRANSCRIPTS, awaitedAttachments } from '../../catalogue/store/attachments-store.ts';
import { recordTranscript } from '../../catalogue/store/transcripts-store.ts';

const FOUR_DAYS_MS = 4 * DAY_MS;
const SOURCES = [{ url: 'https://show.example/a.vtt', type: 'text/vtt' }];

type Linked = SearchedTexts & { link: string };

/** Each set of texts is tested with several queries, because storing texts is slow. */
const QUERIES_A_RUN = 10;
const RUNS = 12;

const WORDS = [
  'open',
  'openai',
  'opens',
  'the',
  'and',
  'of',
  'a',
  'sam',
  'altman',
  'Lütke',
  'lutke',
  'C++',
  'e-mail',
  '東京',
  'R&D',
  'U.S.',
  'sponsor',
  'sponsored',
  'show',
  'or',
  'A.I.',
  'Wal-Mart',
  'walmart',
  'O’Reilly',
  'gpt4o',
  'GPT-4o',
  'Müller',
  'mueller',
  '人工知能',
  '人',
  '삼성전자',
  '삼성',
  'ไทยแลนด์',
  'ไทย',
  'दिल्ली',
  'أحمد',
  'علی',
  'كريمي',
  'کریمی',
  '&',
  'sam&altman',
];
const word = fc.constantFrom(...WORDS);
const phraseOf = (maxLength: number) =>
  fc.array(word, { minLength: 1, maxLength }).map((words) => words.join(' '));
const text = phraseOf(8);
const often = fc
  .tuple(text, word, text)
  .map(([before, repeated, behind]) => `${before} ${`${repeated} `.repeat(300)} ${behind}`);

const notes = fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: often });
const speech = fc.option(text, { nil: null });

const value = fc.oneof(
  word,
  phraseOf(3).map((phrase) => `"${phrase}"`),
  phraseOf(2).map((phrase) => `"${phrase.slice(0, -1)}*"`),
  word.map((each) => `${each.slice(0, 3)}*`),
);
const term = fc
  .tuple(
    fc.constantFrom('', '', '', '', '-', '-', '+'),
    fc.constantFrom('', '', '', ...FIELD_NAMES.map(fieldSign)),
    value,
  )
  .map((parts) => parts.join(''));
const NAMES = [
  'the',
  'the show',
  'the show of sam',
  'openai',
  'Lütke',
  'Luetke',
  '東京',
  'Show! The',
  'Wal-Mart',
  '& the sam',
  'sam & altman',
];
const notShow = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom('"', '"', '-'))
  .map(([name, sign]) => `-show:${sign === '"' ? `"${name}"` : name.replaceAll(' ', sign)}`);
const LANGUAGES = ['en', 'de-AT', 'EN_us', 'und', null];
const narrowing = fc
  .tuple(
    fc.constantFrom('', '', '-', '+'),
    fc.constantFrom('en', 'de', '"pt-BR"', 'English', 'xx', 'none', 'de*'),
  )
  .map(([sign, value]) => `${sign}lang:${value}`);
const oddity = fc.constantFrom(
  'AND',
  'OR',
  'AND',
  'OR',
  '-',
  '"',
  'title:',
  '*',
  'NOT',
  '+',
  '–sam',
  '«',
  '」',
  'title：the',
  '&',
  '|',
  '(',
  ')',
);
const operator = fc.constantFrom(' ', ' AND ', ' OR ', ' | ', ' NOT ', ' -');
/** Terms in brackets, with brackets in them. */
const { group } = fc.letrec<{ part: string; group: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'brackets' },
    { weight: 3, arbitrary: term },
    { weight: 1, arbitrary: notShow },
    { weight: 1, arbitrary: tie('group') },
  ),
  group: fc
    .tuple(
      fc.constantFrom('', '', '-', '+', 'NOT '),
      fc.array(fc.tuple(tie('part'), operator), { minLength: 2, maxLength: 3 }),
      tie('part'),
    )
    .map(([sign, parts, last]) => `${sign}(${parts.flat().join('')}${last})`),
}));
const keyword = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: term },
      { weight: 1, arbitrary: notShow },
      { weight: 1, arbitrary: narrowing },
      { weight: 1, arbitrary: group },
      { weight: 1, arbitrary: oddity },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(' '));
const question = fc.array(keyword, { minLength: 1, maxLength: 3 });

type Drawn = [[string, string, string | null][], string, string, string | null, string[][]];

/** Has every kind of text with matching queries, because random texts may lack some kinds. */
const EVERY_KIND: Drawn = [
  ['open', 'openai', 'the', 'of', 'sam'].map((own) => [own, own, `a ${own}`]),
  'the show',
  'Lütke',
  'de-AT',
  Array.from({ length: QUERIES_A_RUN }, (_, at) => [
    ['+guest:sam', '+by:openai', 'show'][at] ?? `open ${at % 2 === 0 ? '' : '-'}lang:de`,
  ]),
];

describe.each(ENGINES)('any texts and queries', ({ engine, open }) => {
  test(`${engine} and alerts find the same episodes for any query, but for names alone, which counts for alerts leave out`, async () => {
    const { catalogue, clear } = await open();
    let found = 0;
    let missed = 0;
    let spoken = 0;
    let named = 0;
    let narrowed = 0;
    let heard = 0;
    let namesOnly = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, notes, speech), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.oneof(text, fc.constantFrom(...NAMES)),
        text,
        fc.constantFrom(...LANGUAGES),
        fc.array(question, { minLength: QUERIES_A_RUN, maxLength: QUERIES_A_RUN }),
        async (items, podcast, publisher, language, drawn) => {
          const queries = [...drawn, [`-show:"${podcast.replaceAll('"', ' ')}" the`]];
          const reading = readingOf(
            items.map(([title, own, said], at) =>
              feedItem({
                title,
                description: own,
                persons: [
                  { name: own.slice(0, 40), role: 'guest' },
                  { name: title, role: at % 2 === 0 ? 'host' : null },
                ],
                publishedAtMs: NOW - at * FOUR_DAYS_MS,
                transcripts: said === null ? [] : SOURCES,
              }),
            ),
            { title: podcast, publisher, language },
          );
          await catalogue.write(() => storeFeed('https://show.example/feed', reading, NOW));
          const speeches = items.map(([, , said]) => said).filter((said) => said !== null);
          const awaited = await catalogue.read(() =>
            awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: true, limit: 9 }),
          );
          for (const [index, { episodeId, ...record }] of awaited.entries()) {
            const said = speeches[index]!;
            const cues = [{ startMs: 0, speaker: said.slice(0, 20), text: said }];
            await catalogue.write(() => recordTranscript(episodeId, record, toSpokenText(cues)));
          }
          const episodes: NewEpisode[] = [];
          for await (const episode of newEpisodes(catalogue, NOW, 0)) episodes.push(episode);
          spoken += episodes.filter(({ said }) => said !== undefined).length;
          const searched: string[][] = [];
          const searchedNotes: string[][] = [];
          const counted: string[][] = [];
          const countedNotes: string[][] = [];
          for (const keywords of queries) {
            const query = { keywords, limit: 10, totalLimit: 10 };
            const answer = await catalogue.query(query);
            searched.push(answer.episodes.map(({ link }) => link).sort());
            expect(answer.total).toBe(answer.episodes.length);
            const inNotes = await catalogue.query({ ...query, spoken: false });
            searchedNotes.push(inNotes.episodes.map(({ link }) => link).sort());
            if (keywords.length > 1) continue;
            const alert = { ...query, nameOnly: false };
            const sent = await catalogue.query(alert);
            counted.push(sent.episodes.map(({ link }) => link).sort());
            expect(sent.total).toBe(sent.episodes.length);
            const sentOfNotes = await catalogue.query({ ...alert, spoken: false });
            countedNotes.push(sentOfNotes.episodes.map(({ link }) => link).sort());
          }
          await clear();

          const plans = queries.map(planQuery);
          named += plans.filter((plan) => isNamed(plan, podcast)).length;
          const linksOf = (plan: QueryPlan | null, texts: readonly Linked[]) =>
            texts
              .filter((each) => plan !== null && matchesQuery(plan, each))
              .map(({ link }) => link)
              .sort();
          expect(searched).toEqual(plans.map((plan) => linksOf(plan, episodes)));
          const written = episodes.map(({ said: _said, ...episode }) => episode);
          expect(searchedNotes).toEqual(plans.map((plan) => linksOf(plan, written)));
          // An alert has one keyword. Brackets in one of several would be a level deeper in their normal form.
          const saved = queries.filter(({ length }) => length === 1);
          const savedPlans = saved.map(planQuery);
          const toldOf = (texts: readonly Linked[]) =>
            savedPlans.map((plan) =>
              linksOf(
                plan,
                texts.filter((each) => isTold(plan, each)),
              ),
            );
          const matchedNotes = matchesOf(saved, written);
          expect(matchedNotes.map((links) => [...links].sort())).toEqual(toldOf(written));
          const matched = matchesOf(saved, episodes);
          expect(matched.map((links) => [...links].sort())).toEqual(toldOf(episodes));
          expect(counted).toEqual(toldOf(episodes));
          expect(countedNotes).toEqual(toldOf(written));
          const foundAlone = searched.filter((_, at) => queries[at]!.length === 1);
          namesOnly += foundAlone.flat().length - matched.flat().length;
          for (const [at, plan] of savedPlans.entries()) {
            if (plan?.all.some(isFact)) narrowed += matched[at]?.length ?? 0;
            if (plan?.all.some(isOfSpeakers)) heard += matched[at]?.length ?? 0;
          }
          found += matched.flat().length;
          missed += saved.length * episodes.length - matched.flat().length;
        },
      ),
      { numRuns: fuzzRuns(RUNS), examples: [EVERY_KIND] },
    );
    // Any two engines agree on queries that match nothing or everything.
    expect(found).toBeGreaterThan(0);
    expect(missed).toBeGreaterThan(0);
    expect(spoken).toBeGreaterThan(0);
    expect(named).toBeGreaterThan(0);
    expect(narrowed).toBeGreaterThan(0);
    expect(heard).toBeGreaterThan(0);
    expect(namesOnly).toBeGreaterThan(0);
  });
});

/** True if the query excludes the show by its whole name. */
function isNamed(plan: QueryPlan | null, podcast: string): boolean {
  const name = ownTokens(podcast).join(' ');
  const isName = (words: readonly string[]) => words.join(' ') === name;
  const terms = plan === null ? [] : unwantedTerms(plan);
  return terms.some((term) => term.whole && termPhrases(term).some(({ tokens }) => isName(tokens)));
}

function matchesOf(
  queries: readonly (readonly string[])[],
  episodes: readonly NewEpisode[],
): string[][] {
  const normalized = queries.map(normalizeQuery);
  const distinct = [...new Set(normalized)];
  const found = distinct.map((): string[] => []);
  for (const [index, matching] of answeredQueries(distinct, episodes).entries()) {
    for (const query of matching) found[query]!.push(episodes[index]!.link);
  }
  return normalized.map((key) => found[distinct.indexOf(key)]!);
}
