import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import {
  openCatalogue,
  openCatalogueReader,
  openExistingCatalogue,
  sharedCatalogueReader,
} from './open-catalogue.ts';

it('rejects an unknown scheme, and lists the supported schemes', async () => {
  for (const url of ['mysql://db.example', '/a/path', '']) {
    await expect(openCatalogue(url)).rejects.toThrow(/can begin with file:, gs: or postgres:/);
  }
});

it('openExistingCatalogue rejects a missing file without creating it', async () => {
  const file = path.join(temporaryFolder(), 'folder', 'catalogue.db');
  await expect(openExistingCatalogue(`file:${file}`)).rejects.toThrow(
    `There is no catalogue at file:${file}.`,
  );
  expect(existsSync(path.dirname(file))).toBe(false);
  const made = await openCatalogue(`file:${file}`);
  await made.contents();
  await made.close();
  await (await openExistingCatalogue(`file:${file}`)).close();
});

it('opens the shared reader once, and retries after a failure', async () => {
  const url = `file:${path.join(temporaryFolder(), 'catalogue.db')}`;
  let tries = 0;
  const open = (address: string) => {
    tries += 1;
    return tries === 1
      ? Promise.reject(new Error('the bucket is away'))
      : openCatalogueReader(address);
  };
  await expect(sharedCatalogueReader(url, open)).rejects.toThrow('the bucket is away');
  const reader = await sharedCatalogueReader(url, open);
  expect(await sharedCatalogueReader(url, open)).toBe(reader);
  expect(tries).toBe(2);
  await reader.close();
});
