import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readTranscript } from './read-transcript.ts';

const fixture = (file: string) =>
  readFileSync(path.join(import.meta.dirname, 'fixtures', 'page', file), 'utf8');
const read = (html: string) => readTranscript(Buffer.from(html), 'text/html');

const TALK =
  '<cite>Ann:</cite><time>0:00</time><p>Welcome to Rivers.</p><cite>Bo:</cite><time>0:12</time><p>Glad to be here.</p>';

it.each([
  ['the page of the episode', fixture('moved.html')],
  [
    'a login',
    '<!doctype html><html><body><h1>Sign in</h1><form action="/login"><input name="email"></form></body></html>',
  ],
  [
    'a page with a date',
    '<html><body><h1>Rivers</h1><p><time>25 Nov 2026</time> by admin</p><p>For members.</p></body></html>',
  ],
  [
    'a page with a time of day',
    '<!doctype html><body><p>Posted at <time>9:00</time></p><p>For members.</p></body>',
  ],
  [
    'a page with a quotation',
    '<html><body><blockquote>Rivers.<cite>Petra Vlk</cite></blockquote></body></html>',
  ],
  [
    'a page with comments',
    `<!doctype html><body>${TALK}<div class="post comments">Petra: nice</div></body>`,
  ],
  [
    'a page without its beginning',
    '<div class="site"><nav><a href="/">Home</a></nav><p>Not found</p></div>',
  ],
  [
    'a page behind a comment',
    '<!-- cached --><html><head><title>x</title></head><body><p>Gone</p></body></html>',
  ],
])('does not read %s as a transcript', (_, html) => {
  expect(read(html)).toMatchObject({ kind: 'refused', code: 'not-a-transcript' });
});

it.each([
  ['a page of a transcript', fixture('real.html')],
  [
    'a page with its title',
    `<!doctype html><html><head><title>Rivers</title></head><body><h1>Rivers</h1>${TALK}</body></html>`,
  ],
  ['a page that names its date', `<html><body><time>25 Nov 2026</time>${TALK}</body></html>`],
  ['a piece of HTML', TALK],
])('reads the transcript in %s', (_, html) => {
  expect(read(html)).toMatchObject({
    kind: 'read',
    cues: [
      { startMs: 0, speaker: 'Ann', text: 'Welcome to Rivers.' },
      { startMs: 12_000, speaker: 'Bo', text: 'Glad to be here.' },
    ],
  });
});

it('reads a page of speakers without times', () => {
  const html =
    '<html><body><cite>Ann:</cite><p>Welcome.</p><cite>Bo:</cite><p>Hello.</p></body></html>';
  expect(read(html)).toMatchObject({ cues: [{ speaker: 'Ann' }, { speaker: 'Bo' }] });
});
