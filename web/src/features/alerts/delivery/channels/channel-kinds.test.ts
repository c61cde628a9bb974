import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CHANNEL_KINDS } from 'functions/contract';
import { expect, test } from 'vitest';
import { KINDS } from './channel-kinds.ts';

const GUIDE = readFileSync(
  path.join(import.meta.dirname, '../../../../../../docs/channels.md'),
  'utf8',
);
const [, introduction = ''] = GUIDE.split('\n\n');
const headings = GUIDE.split('\n').filter((line) => line.startsWith('## '));

test.each(CHANNEL_KINDS)(
  'the guide to channels mentions %s in its introduction and in a heading',
  (kind) => {
    const name = KINDS[kind].name.toLowerCase();
    expect(introduction.toLowerCase()).toContain(name);
    expect(headings.join('\n').toLowerCase()).toContain(name);
  },
);
