import { expect, test } from 'vitest';
import { deleteAccountRequestSchema } from './account.ts';

test.each([
  [{ confirm: 'ada@mail.example' }, true],
  [{ confirm: 'a'.repeat(1000) }, true],
  [{ confirm: 'a'.repeat(1001) }, false],
  [{ confirm: 'ada@mail.example', more: 1 }, false],
  [{}, false],
])('accepts an address of at most 1000 characters and no other field (case %#)', (body, isOne) => {
  expect(deleteAccountRequestSchema.safeParse(body).success).toBe(isOne);
});
