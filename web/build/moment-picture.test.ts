// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DrawPicture } from 'functions/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPictures } from './moment-picture.ts';
import { copyFonts } from './share-image.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'earshot-fonts-'));
const TEXT = {
  kicker: 'Café · 15:53',
  name: '“Œuvre, naïveté – 100 €…”',
  tagline: 'Łódź',
  brand: 'E',
};
let draw: DrawPicture;

beforeAll(async () => {
  // One of satori's libraries fails if this changes after it was loaded, and other tests of the worker change it.
  vi.stubEnv('NODE_ENV', 'production');
  await copyFonts(folder);
  draw = createPictures(folder);
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('draws an SVG of 1200 × 630 pixels without text that could be markup', async () => {
  const svg = await draw({ ...TEXT, kicker: '<script>&' });
  expect(svg).toMatch(/^<svg width="1200" height="630"/);
  expect(svg).not.toMatch(/script|<text/);
  const long = await draw({ ...TEXT, name: `“${'long words '.repeat(20)}”` });
  expect(long?.length).toBeGreaterThan(svg?.length ?? 0);
});

test.each(['日本語', 'مرحبا', 'שלום', 'Москва', 'Ελλάδα', '🎧', 'a\u0000b'])(
  'does not draw letters that the font lacks: %s',
  async (name) => {
    expect(await draw({ ...TEXT, name })).toBeNull();
  },
);
