import { expect, test } from 'vitest';
import { lookedFor, normaliseQuestion } from './question-key.ts';

test.each([
  ['openai -sponsor', 'openai'],
  ['openai -show:"Hard Fork" -title:ads -cry*', 'openai'],
  ['openai -spoken:ads', 'openai'],
  ['spoken:openai -spoken:"our sponsor"', 'spoken:openai'],
  ['openai OR a16z -sponsor', 'openai OR a16z'],
  [
    'openai AND "sam altman" +funding show:Lex -sponsor',
    'openai AND "sam altman" +funding show:Lex',
  ],
  ['show:"Hard Fork" -openai', 'show:"Hard Fork"'],
  ['e-mail', 'e-mail'],
  ['', ''],
])('“%s” looks for what “%s” looks for', (question, same) => {
  expect(lookedFor(normaliseQuestion([question]))).toBe(normaliseQuestion([same]));
});
