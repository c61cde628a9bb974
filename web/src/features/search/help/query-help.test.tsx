import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describeQuery, readKeywords } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import {
  EXAMPLE_AMBIGUOUS,
  EXAMPLE_BEGINNING,
  EXAMPLE_COMMON_NAME,
  EXAMPLE_HOST,
  EXAMPLE_NAMES,
  EXAMPLE_PERSON,
  EXAMPLE_SHOW,
  EXAMPLE_WORD,
} from '#content/subject.ts';
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
  const [name, other, third, wider] = EXAMPLE_NAMES.map((each) => each.toLowerCase());
  const person = EXAMPLE_PERSON.toLowerCase();
  const [one, two] = EXAMPLE_AMBIGUOUS.with.map((each) => each.toLowerCase());
  expect(sentences).toEqual([
    `episodes that mention ${name} or ${other}`,
    `episodes that mention ${person}`,
    `episodes that mention ${name} and ${EXAMPLE_WORD}`,
    `episodes that mention ${name} or ${third}, and also ${wider}`,
    `episodes that mention ${name}, but not our sponsor`,
    `episodes that mention ${name} and ${EXAMPLE_WORD}`,
    `episodes that mention ${name}, but not sponsor`,
    `episodes that mention ${name}, but not our sponsor`,
    `episodes that mention ${name}, in ${EXAMPLE_SHOW}`,
    `episodes that mention ${name}, outside ${EXAMPLE_SHOW}`,
    `episodes that mention ${name}, in German`,
    `episodes that mention ${name} in the title`,
    `episodes with ${person.split(' ').at(-1)} as a guest`,
    `episodes with ${EXAMPLE_HOST} as host/publisher`,
    `episodes that mention ${EXAMPLE_COMMON_NAME.name} as a name`,
    `episodes that mention ${EXAMPLE_AMBIGUOUS.name.toLowerCase()}, with at least one of ${one} or ${two}`,
    `episodes in which ${name} is said`,
    `episodes that mention ${EXAMPLE_BEGINNING} with any ending`,
  ]);
});
