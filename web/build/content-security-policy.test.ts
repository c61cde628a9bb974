// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { hasSignInHint, setSignInHint } from '#shared/data/session/sign-in-hint.ts';
import { podcastApps } from '#shared/episode/opening/podcast-apps.ts';
import {
  contentSecurityPolicy,
  inlineScriptSources,
  requireAllowedScripts,
  requireAllowedSettings,
} from './content-security-policy.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const indexHtml = read('../index.html');
const policy = contentSecurityPolicy(JSON.parse(read('../../firebase.json')));

test('firebase.json allows only the inline script of index.html', () => {
  const inline = inlineScriptSources(indexHtml);
  expect(inline).toHaveLength(1);
  expect(policy.match(/'sha256-[^']+'/g)).toEqual(inline);
  expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toContain('unsafe');
});

test('frames may open only the apps that Firefox on Android tries', () => {
  const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0';
  const asked = podcastApps({ title: 'a', podcast: 'b' }, firefox).map(
    ({ link }) => `${link.split(':')[0]}:`,
  );
  const allowed = /frame-src ([^;]*)/.exec(policy)![1]!.split(' ');
  // Firebase's sign-in frame is on the site's own domain, hence 'self'.
  expect(allowed).toEqual(["'self'", ...asked]);
});

test('refuses a build whose inline script the policy blocks, and names the hash', () => {
  const changed = indexHtml.replace('<script>', '<script>console.log(1);');
  expect(() => requireAllowedScripts(indexHtml, policy)).not.toThrow();
  expect(() => requireAllowedScripts(changed, policy)).toThrow(inlineScriptSources(changed)[0]);
});

test.each([
  [{}, null],
  [{ VITE_SEARCH_BACKEND: '/api' }, null],
  [{ VITE_SEARCH_BACKEND: 'https://search.example/v1' }, 'https://search.example to connect-src'],
])('checks the settings %o against the policy', (environment, problem) => {
  const check = () => requireAllowedSettings(environment, policy);
  if (problem === null) expect(check).not.toThrow();
  else expect(check).toThrow(problem);
});

test('accepts settings that the policy allows', () => {
  const wide = policy.replace('connect-src', 'connect-src https://search.example');
  const environment = { VITE_SEARCH_BACKEND: 'https://search.example/' };
  expect(() => requireAllowedSettings(environment, wide)).not.toThrow();
});

test('hashes the text between the tags, as browsers do', () => {
  // The script and its hash are the example of the CSP specification, section 2.3.1.
  expect(inlineScriptSources("<script>alert('Hello, world.');</script>")).toEqual([
    "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
  ]);
});

test('the inline script reads the key of the sign-in hint', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  setSignInHint(true);
  expect(hasSignInHint()).toBe(true);
  vi.unstubAllGlobals();
  const [[key, value]] = [...kept] as [[string, string]];
  expect(indexHtml).toContain(`localStorage.getItem('${key}') === '${value}'`);
});
