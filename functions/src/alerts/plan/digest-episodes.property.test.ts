import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { speakersText } from '../../query/speakers.ts';
import { personsText } from '../../catalogue/schema/persons-text.ts';
import { splitHighlights } from '../../contract/index.ts';
import { FIELD_NAMES, fieldSign, type SearchedTexts } from '../../query/fields.ts';
import { matchesQuery } from '../../query/fixtures/match-query.ts';
import { normalizeQuery, planOfKey } from '../../query/normalize-query.ts';
import { NO_QUERY, type Term, soughtTerms } from '../../query/query-plan.ts';
import { digestLinks } from '../../delivery/mail/digest/digest-links.ts';
import { renderDigestMail } from '../../delivery/mail/digest/digest-mail.ts';
import { fuzzRuns, timesSeen } from '../../testing/fuzz-runs.ts';
import { packSpokenText, toSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { digestEpisode } from './digest-episodes.ts';

const links = digestLinks('ada', {
  from: { name: 'Earshot', address: 'alerts@earshot.example' },
  siteUrl: 'https://earshot.example',
  unsubscribeKeys: ['k'.repeat(32)],
});

const WORDS = ['openai', 'Sam', 'Altman', 'Lütke', 'C++', '東京', 'fund', 'funding', 'show', '>>>'];
const FILLER = ['about', 'with', 'today', 'Then', 'more.', 'of', 'It', 'is', 'said:'];
const word = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 5, arbitrary: fc.constantFrom(...FILLER) },
);
const textOf = (maxLength: number) =>
  fc.array(word, { minLength: 1, maxLength }).map((words) => words.join(' '));
const line = textOf(8);

const person = fc.record({ name: line, role: fc.constantFrom('host', 'guest', null) });
const episodes = fc
  .record({
    title: textOf(60),
    podcast: textOf(40),
    publisher: fc.option(line, { nil: undefined }),
    description: textOf(300),
    persons: fc.array(person, { maxLength: 4 }).map(personsText),
    speakers: fc
      .array(fc.record({ name: line, role: fc.constantFrom('host', 'guest') }), { maxLength: 3 })
      .map(speakersText),
    chapters: fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')),
    said: fc.option(textOf(200), { nil: undefined }),
  })
  .map(({ said, publisher, ...written }) =>
    newEpisode({
      ...written,
      publisher: publisher ?? written.podcast,
      key: 'k',
      item: 'i',
      ...(said !== undefined && {
        said,
        spoken: packSpokenText(toSpokenText([{ startMs: 0, text: said }])),
      }),
    }),
  );

const term = fc
  .tuple(
    fc.constantFrom('', '', '', ...FIELD_NAMES.map(fieldSign)),
    fc.constantFrom('openai', '"sam altman"', 'lutke', 'c', '東京', 'fund*', '"sam alt*"', 'show'),
  )
  .map((parts) => parts.join(''));
const query = fc
  .array(fc.tuple(term, fc.constantFrom(' OR ', ' AND ', ' +', ' -')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.flat().slice(0, -1).join(''));

const standsIn = (texts: Partial<SearchedTexts>) => (leaf: Term) =>
  matchesQuery({ ...NO_QUERY, all: [leaf] }, texts);

function marksIn(html: string): string[] {
  const marks: string[] = [];
  const visit = (node: object) => {
    const { attribs, children = [] } = node as { attribs?: object; children?: object[] };
    if (attribs && 'class' in attribs && attribs.class === 'mark') marks.push(textOfNode(node));
    children.forEach(visit);
  };
  visit(parseDocument(html));
  return marks;
}

function textOfNode(node: object): string {
  if ('data' in node) return String(node.data);
  return 'children' in node ? (node.children as object[]).map(textOfNode).join('') : '';
}

const PLACES = { title: 'title', podcast: 'show', publisher: 'publisher', chapters: 'chapters' };

test('a mail highlights or quotes every match, in whichever text it is', async () => {
  let [matches, said] = [0, 0];
  await fc.assert(
    fc.asyncProperty(episodes, query, fc.boolean(), async (episode, asked, isSpoken) => {
      const keyword = normalizeQuery([asked]);
      const plan = planOfKey(keyword);
      fc.pre(plan !== null);
      const { said: transcript = '', ...written } = episode;
      const heard = isSpoken ? { ...written, said: transcript } : written;
      // What `name:` asks for is marked in lower case, too.
      const terms = soughtTerms(plan)
        .map((leaf): Term => (leaf.field === 'name' ? { ...leaf, field: 'text' } : leaf))
        .filter(standsIn(heard));
      fc.pre(terms.length > 0);
      matches += 1;

      const spoken = isSpoken ? undefined : false;
      const audio = 'https://cdn.example/1.mp3';
      const shown = digestEpisode({ ...episode, audio }, { keyword, spoken });
      expect(shown.audio).toBe(audio);
      const { excerpt, reasons = [] } = shown;
      const isMarked = (text: string) =>
        splitHighlights(text).some(({ highlighted }) => highlighted);
      for (const { text } of reasons) expect(isMarked(text)).toBe(true);
      const places = reasons.map(({ place }) => place);
      for (const [field, place] of Object.entries(PLACES)) {
        const stands = terms.some(standsIn({ [field]: episode[field as 'title'] }));
        const isTwice =
          place === 'publisher' && episode.publisher === episode.podcast && places.includes('show');
        expect(places.includes(place as 'title'), field).toBe(stands && !isTwice);
      }
      const { persons = '', speakers = '', description } = episode;
      if (terms.some(standsIn({ persons, speakers }))) {
        expect(places.some((place) => ['host', 'guest', 'people'].includes(place))).toBe(true);
      }
      if (terms.some(standsIn({ description }))) expect(isMarked(excerpt)).toBe(true);

      const alerts = [
        {
          alertId: 'a',
          keyword: 'x',
          moreCount: 0,
          episodeIds: new Uint8Array(),
          episodes: [{ ...shown, strength: 'about' as const }],
        },
      ];
      const mail = await renderDigestMail({ cadence: 'daily', timeZone: 'UTC', alerts }, links);
      const marks = marksIn(mail.html);
      const starred = [...mail.text.matchAll(/\*([^*\n]+)\*/g)].map(([, text]) => text!);
      expect(starred.map((text) => text.trim())).toEqual(marks.map((text) => text.trim()));
      for (const leaf of terms) {
        const bare: Term = { ...leaf, field: 'text' };
        // A phrase may span two people, as in the index.
        const publishers = [...marks, marks.join('\n')];
        const isShown = publishers.some((publisher) => standsIn({ publisher })(bare));
        expect(isShown, leaf.words.join()).toBe(true);
      }
      said += mail.text.includes('Said at') ? 1 : 0;
    }),
    { numRuns: fuzzRuns(300) },
  );
  expect(matches).toBeGreaterThan(timesSeen(100));
  expect(said).toBeGreaterThan(timesSeen(5));
});
