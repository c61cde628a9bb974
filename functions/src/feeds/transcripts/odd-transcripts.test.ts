import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';

const FOLDER = new URL('./fixtures/odd/', import.meta.url);

function readFile(name: string): string[] {
  const reading = readTranscript(readFileSync(new URL(name, FOLDER)), null);
  if (reading.kind === 'refused') return [reading.code, reading.message];
  return reading.cues.map(
    ({ startMs, speaker = '', text }) => `${startMs ?? 'no time'} ${speaker}: ${text}`,
  );
}

test.each(readdirSync(FOLDER))('reads the odd transcript %s', (name) => {
  expect(readFile(name)).toMatchSnapshot();
});
