import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describeQuery, readKeywords } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { EXAMPLES, QueryHelp } from './query-help.tsx';

test('the help is a dialog with a table, closed by its button and by Escape', async () => {
  const onClose = vi.fn();
  render(<QueryHelp onClose={onClose} onClosed={vi.fn()} />);
  expect(screen.getByRole('dialog', { name: 'Search tips' })).toBeTruthy();
  expect(screen.getAllByRole('rowheader')).toHaveLength(EXAMPLES.length);
  await userEvent.click(screen.getByRole('button', { name: 'Close search tips' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('each example means what its text says', () => {
  const sentences = EXAMPLES.map(({ typed }) => {
    const read = readKeywords(typed);
    return read.ok && describeQuery(read.keywords);
  });
  expect(sentences).toEqual([
    'episodes that mention openai or anthropic',
    'episodes that mention sam altman',
    'episodes that mention openai and funding',
    'episodes that mention openai or claude, and also google',
    'episodes that mention openai, but not our sponsor',
    'episodes that mention openai and funding',
    'episodes that mention openai, but not sponsor',
    'episodes that mention openai, but not our sponsor',
    'episodes that mention openai, in Hard Fork',
    'episodes that mention openai, outside Hard Fork',
    'episodes that mention openai, in German',
    'episodes that mention openai in the title',
    'episodes with altman as a guest',
    'episodes with Ezra Klein as host/publisher',
    'episodes that mention target as a name',
    'episodes that mention apple, with at least one of mac or iphone',
    'episodes in which openai is said',
    'episodes that mention crypto with any ending',
  ]);
});
