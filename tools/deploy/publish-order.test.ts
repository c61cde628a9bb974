import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const { VALID_DEPLOY_TARGETS: targets } = createRequire(import.meta.url)(
  'firebase-tools/lib/deploy',
) as { VALID_DEPLOY_TARGETS: string[] };

test('firebase-tools publishes functions before the site, which may ask them for something new', () => {
  expect(targets).toContain('hosting');
  expect(targets.indexOf('functions')).toBeLessThan(targets.indexOf('hosting'));
});
