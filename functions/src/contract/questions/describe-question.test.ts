import { expect, test } from 'vitest';
import { describeQuestion } from './describe-question.ts';

test.each([
  [
    ['openai AND "Sam Altman" -sponsor -show:"Hard Fork"'],
    'episodes that mention openai and Sam Altman, but not sponsor, outside Hard Fork',
  ],
  [['OpenAI', 'Anthropic', 'Mistral'], 'episodes that mention OpenAI, Anthropic or Mistral'],
  [['OpenAI', '"Sam Altman"'], 'episodes that mention OpenAI or Sam Altman'],
  [['OpenAI', 'Anthropic +funding'], 'episodes that mention OpenAI or Anthropic, and also funding'],
  [['a AND b OR c'], 'episodes that mention a and b, or c'],
  [['a AND b', '+c -d -"e f"'], 'episodes that mention a, b and c, but not d or e f'],
  [['AI show:Lex show:"Hard Fork"'], 'episodes that mention AI, in Lex or Hard Fork'],
  [['show:"Hard Fork"'], 'all episodes of Hard Fork'],
  [['show:Fork -sponsor'], 'all episodes of Fork, but not those that mention sponsor'],
  [['crypto*'], 'episodes that mention crypto with any ending'],
  [['title:AI -title:ad'], 'episodes that mention AI in the title, but not ad in the title'],
  [
    ['spoken:mamba'],
    'episodes that mention mamba in what is spoken (which cannot be asked for alone yet)',
  ],
  [['salt and pepper', 'C++'], 'episodes that mention “salt and pepper” or C++'],
  [['openai -!'], 'episodes that mention openai -!'],
  [['-sponsor'], null],
  [['-show:"Hard Fork"'], null],
  [['!', '""'], null],
])('%j asks for %j', (keywords, sentence) => {
  expect(describeQuestion(keywords)).toBe(sentence);
});
