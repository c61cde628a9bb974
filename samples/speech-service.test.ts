import { expect, test } from 'vitest';
import { readSampleSounds } from './sample-sounds.ts';
import { readKnownClips, recognise } from './speech-service.ts';

const AUDIO = '/audio/loud-agents-picking-up-a-week-with-voice-agents.mp3';

test('recognises recordings with their times, and nothing in silence', async () => {
  const known = await readKnownClips();
  const sound = (await readSampleSounds()).get(AUDIO)?.body ?? Buffer.alloc(0);
  const said = recognise(sound, known);
  expect(said.map(({ start }) => Math.round(start))).toEqual([2, 400, 408, 1275, 2910]);
  expect(said[1]?.text).toContain('marmalade');
  const part = sound.subarray(0, Math.floor(sound.length / 2 / 72) * 72);
  expect(recognise(part, known)).toEqual(said.slice(0, 4));
  expect(recognise(Buffer.alloc(7200), known)).toEqual([]);
});
