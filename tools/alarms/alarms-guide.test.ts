import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import WANTED from './alarms.json' with { type: 'json' };

const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const [section = ''] = /^## Alarms\n[^]*?(?=^## )/m.exec(guide) ?? [];

const ALARMS = WANTED.alarms.map(({ name, policy }) => {
  const [, when, doing] = /^Raised when (.+)\.\n\n(.+)$/.exec(policy.documentation.content) ?? [];
  return { name, when, doing };
});

/** Removes line breaks and the padding of table cells. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

test('the guide’s table lists every alarm, in order', () => {
  const rows = [...section.matchAll(/^\| (\w\S*) +\| (.+?) +\|$/gm)].slice(1);
  expect(rows.map(([, name, when]) => ({ name, when }))).toEqual(
    ALARMS.map(({ name, when }) => ({ name, when })),
  );
});

test('the guide says what to do about every alarm', () => {
  const paragraphs = [...section.matchAll(/^- \*\*(\S+)\.\*\* ([^]+?)(?=\n- |\n\n)/gm)];
  expect(paragraphs.map(([, name, doing = '']) => ({ name, doing: plain(doing) }))).toEqual(
    ALARMS.map(({ name, doing }) => ({ name, doing })),
  );
});
