import { expect, it } from 'vitest';
import { openCatalogue } from './open-catalogue.ts';

it('refuses an address it has no opener for, and names those it has', () => {
  for (const url of ['mysql://db.example', '/a/path', '']) {
    expect(() => openCatalogue(url)).toThrow(/can begin with file:, gs: or postgres:/);
  }
});
