import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../operations/operations.ts';
import { openApiDocument } from './openapi.ts';
import { pathFields } from './read-parameters.ts';

const COPY = fileURLToPath(
  new URL('../../../../web/src/features/info/developers/openapi.json', import.meta.url),
);

test('equals the copy for the developers’ page (update it with vitest -u)', async () => {
  await expect(`${JSON.stringify(openApiDocument(), null, 2)}\n`).toMatchFileSnapshot(COPY);
});

test('gives each operation its own address and names the fields in it', () => {
  const addresses = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(addresses.length);
  for (const { path, request } of OPERATIONS) {
    for (const name of pathFields(path)) expect(Object.keys(request.shape)).toContain(name);
  }
});

test('resolves every reference in the document', () => {
  const document = openApiDocument();
  const written = JSON.stringify(document);
  const references = [...written.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) {
    const found = reference
      .split('/')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
    expect(found, reference).toBeDefined();
  }
  expect(written).not.toContain('$defs');
});
