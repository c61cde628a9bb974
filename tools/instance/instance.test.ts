import { expect, test } from 'vitest';
import { startInstance } from './instance.ts';

test('another port offset changes the catalogue, but not the accounts', () => {
  const [usual, moved, elsewhere] = [startInstance(0), startInstance(200), startInstance(400)];
  const files = [usual, moved, elsewhere].map(({ catalogueFile }) => catalogueFile);
  expect(new Set(files).size).toBe(3);
  expect(startInstance(200)).toEqual(moved);
  expect([moved.folder, moved.projectId, moved.emulatorsFolder]).toEqual([
    usual.folder,
    usual.projectId,
    usual.emulatorsFolder,
  ]);
});
