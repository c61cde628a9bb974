// What was agreed for the subject that is shipped. Another subject has its own agreements, if any:
// web/build/check-subject.ts has the rules for all.
import { describe, expect, test } from 'vitest';
import { FOOTER_COLUMNS } from './footer-columns.ts';
import { HOME_GROUPS } from './home-groups.ts';
import { hubContent } from './hub-content.ts';
import { HUBS } from './hubs.ts';
import { MEANINGS } from './meanings.ts';
import { entities } from './roster.ts';
import { SITE_PAGES } from './site-pages.ts';
import { EPISODE_EXAMPLES } from './subject.ts';
import { trendName, TRENDS } from './trends.ts';

test.each(['accel', 'pally', 'idler', 'grok', 'claude', 'cohere'])(
  '%s is a common word, so its keywords are longer',
  (slug) => {
    const found = entities([slug]);
    expect(found).toHaveLength(1);
    for (const keyword of found.flatMap(({ keywords }) => keywords)) {
      expect(keyword.split(' ').length).toBeGreaterThan(1);
    }
  },
);

test('the home page has its six groups in order, without duplicates', () => {
  expect(HOME_GROUPS.map(({ title }) => title)).toEqual([
    'Big Tech CEOs',
    'Tech Founders & AI Leaders',
    'Software & Services CEOs',
    'AI Companies',
    'Venture Capital Legends',
    'Major VC Firms',
  ]);
  for (const { title, entities: of } of HOME_GROUPS) {
    expect(new Set(of).size, title).toBe(of.length);
    expect(of.length, title).toBeGreaterThanOrEqual(4);
  }
});

test('the footer has its three columns', () => {
  expect(FOOTER_COLUMNS.map(({ title }) => title)).toEqual([
    'Popular Topics',
    'Tech Leaders',
    'VC & Investors',
  ]);
});

describe.each(HUBS)('the hub $name', ({ slug }) => {
  test('has non-empty lists, ten topics and three questions', () => {
    const { lists, discussion, faq } = hubContent(slug);
    for (const { title, entities: of } of lists) expect(of.length, title).toBeGreaterThan(1);
    expect(discussion.topics).toHaveLength(10);
    expect(faq).toHaveLength(3);
  });
});

test('hubs say that names are found in transcripts, too', () => {
  const answers = HUBS.flatMap(({ slug }) => hubContent(slug).faq.map(({ answer }) => answer));
  const places = answers.filter((answer) => answer.includes('its notes'));
  expect(places).toHaveLength(2);
  for (const answer of places) expect(answer).toContain('where there is one');
});

test('there are at least fifteen names with several meanings, in order', () => {
  const names = MEANINGS.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(15);
  expect(names).toEqual(names.toSorted());
});

test('the example of the home page prefers names of the roster, whose pages exist', () => {
  const names = SITE_PAGES.flatMap(({ entity }) => entity?.name ?? []);
  expect(EPISODE_EXAMPLES.slice(0, -1).filter((keyword) => !names.includes(keyword))).toEqual([]);
});

test('a name with an accent is searched without it, too', () => {
  expect(entities(['tobi-lutke'])[0]?.keywords).toEqual(['Tobi Lütke', 'Tobi Lutke']);
});

test('trends write AI in capitals', () => {
  expect(TRENDS.map(({ slug }) => trendName(slug))).toEqual([
    'AI Machine Learning',
    'Startup Funding',
    'Tech Innovation',
    'Podcast Industry',
    'Future Of Work',
  ]);
});
