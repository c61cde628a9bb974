import { expect, test } from 'vitest';
import { describeQuery } from './format-query.ts';

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
  [['spoken:mamba'], 'episodes in which mamba is said'],
  [['spoken:mamba', 'spoken:"the flow"'], 'episodes in which mamba or the flow is said'],
  [['+spoken:crypt* show:Lex'], 'episodes in which crypt with any ending is said, in Lex'],
  [
    ['spoken:mamba -ad -spoken:sponsor'],
    'episodes in which mamba is said, but not those that mention ad or sponsor in what is said',
  ],
  [['openai spoken:mamba'], 'episodes that mention openai and mamba in what is said'],
  [
    ['spoken:mamba AND spoken:flow'],
    'episodes that mention mamba in what is said and flow in what is said',
  ],
  [['spoken:a', '+spoken:b'], 'episodes that mention a in what is said and b in what is said'],
  [['salt and pepper', 'C++'], 'episodes that mention “salt and pepper” or C++'],
  [['openai -!'], 'episodes that mention openai -!'],
  [['-sponsor'], null],
  [['-show:"Hard Fork"'], null],
  [['!', '""'], null],
])('describes %j as %j', (keywords, sentence) => {
  expect(describeQuery(keywords)).toBe(sentence);
});
