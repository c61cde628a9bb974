import { cleanup, render, screen } from '@testing-library/react';
import { readKeywords } from 'functions/contract';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { entityPath } from '#content/categories.ts';
import { SITE_PAGES } from '#content/site-pages.ts';
import { PATH, PERSON } from '#shared/testing/subject-pages.ts';
import { SpeaksLinks } from './speaks-links.tsx';

function linksOn(path: string) {
  const page = SITE_PAGES.find((each) => each.path === path)!;
  render(
    <MemoryRouter>
      <SpeaksLinks page={page} />
    </MemoryRouter>,
  );
  return screen.queryAllByRole('link').map((link) => {
    const query = new URL(link.getAttribute('href')!, 'https://earshot.example').searchParams;
    return [link.textContent, query.get('q')];
  });
}

test('a page of a person leads to episodes in which they speak or are named', () => {
  const { name } = PERSON;
  expect(linksOn(entityPath(PERSON))).toEqual([
    ['Speaks', `guest:"${name}" OR by:"${name}"`],
    ['Is named', `${name},-guest:"${name}",-by:"${name}"`],
  ]);
});

test('each search fits within the limits', () => {
  for (const { entity, path } of SITE_PAGES) {
    if (entity === undefined) continue;
    for (const [, query] of linksOn(path)) {
      expect([path, readKeywords(query!).ok]).toEqual([path, true]);
    }
    cleanup();
  }
});

test('a page of a company does not', () => {
  expect(linksOn(PATH)).toEqual([]);
});
