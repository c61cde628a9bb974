import { expect, test } from 'vitest';
import { alertKeywords } from './alert-keywords.ts';

test.each([
  [
    ['OpenAI', 'Sam Altman', 'e-mail'],
    ['OpenAI', 'Sam Altman', 'e-mail'],
  ],
  [
    ['OpenAI AND funding', 'a16z'],
    ['OpenAI AND funding', 'a16z'],
  ],
  [['openai', '-sponsor', '-show:"Hard Fork"'], ['openai -sponsor -show:"Hard Fork"']],
  [
    ['openai', 'Sam Altman', 'crypto* -sponsor'],
    ['openai -sponsor', '"Sam Altman" -sponsor', 'crypto* -sponsor'],
  ],
  [['a AND b OR c', '+d'], ['a AND b OR c +d']],
  [['+openai', '+funding', 'show:Lex'], ['+openai +funding show:Lex']],
  [['show:"Hard Fork"'], ['show:"Hard Fork"']],
  [['Portland OR', '-rain'], ['"Portland OR" -rain']],
  [
    ['6" pipe', 'title:"a b" -c'],
    ['"6  pipe" -c', 'title:"a b" -c'],
  ],
  [['openai -a OR'], ['openai AND "OR" -a']],
  [['-sponsor'], []],
])('a search for %j is followed by alerts for %j', (keywords, alerts) => {
  expect(alertKeywords(keywords)).toEqual(alerts);
});
