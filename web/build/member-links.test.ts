// @vitest-environment node
import type { HtmlTagDescriptor, Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { memberLinks } from './member-links.ts';

const chunk = (name: string, modules: string[], imports: string[] = []) =>
  ({
    fileName: `assets/${name}.js`,
    moduleIds: modules.map((module) => `/somewhere/web/${module}`),
    imports: imports.map((file) => `assets/${file}.js`),
  }) as Rolldown.OutputChunk;

const CHUNKS = [
  chunk('index', ['src/main.tsx'], ['react']),
  chunk('react', []),
  chunk('auth', ['src/shared/data/session/firebase-auth.ts'], ['schemas']),
  chunk('schemas', []),
  chunk('nav', ['src/app/header/member-nav.tsx']),
  chunk('member', ['src/features/alerts/inbox/unread-count.tsx'], ['react', 'auth']),
  chunk('home', ['src/app/pages/home-route.tsx', 'src/app/pages/member-home.tsx'], ['forms']),
  chunk('forms', [], ['schemas']),
  chunk('inbox', [
    'src/features/alerts/list/tracking-keywords.tsx',
    'src/features/alerts/inbox/inbox.tsx',
  ]),
  chunk('elsewhere', ['src/features/player/player.tsx']),
];

function hrefs({ children }: HtmlTagDescriptor = { tag: '' }): unknown[] {
  return Array.isArray(children) ? children.map(({ attrs }) => attrs?.['href']) : [];
}

const files = (...names: string[]) => names.map((name) => `/assets/${name}.js`).sort();

test('lists each script once, with what it imports, and those of the home page apart', () => {
  const [all, home] = memberLinks(CHUNKS, true);
  expect(hrefs(all).sort()).toEqual(files('auth', 'index', 'member', 'nav', 'react', 'schemas'));
  expect(hrefs(home).sort()).toEqual(files('forms', 'home', 'inbox'));
});

test('connects to the services of a deployed site only', () => {
  const [local] = memberLinks(CHUNKS, true);
  const [deployed] = memberLinks(CHUNKS, false);
  expect(hrefs(deployed).filter((href) => !hrefs(local).includes(href))).toEqual([
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    'https://firestore.googleapis.com',
    '/__/firebase/init.json',
  ]);
});

test('names a module that has moved', () => {
  expect(() => memberLinks(CHUNKS.slice(1), true)).toThrow('no script contains src/main.tsx');
});
