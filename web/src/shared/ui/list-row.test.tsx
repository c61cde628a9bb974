import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ListRow } from './list-row.tsx';
import { RowToggle } from './row-toggle.tsx';

test('divides the facts by dots, without those that have no text', () => {
  const { container } = render(
    <ListRow title={<h3>OpenAI</h3>} facts={['', 'daily', undefined, false, 'today']} />,
  );
  expect(container.querySelector('p')?.textContent).toBe('daily · today');
});

test('shows the mark, the actions and what is below the facts', () => {
  render(
    <ListRow title="OpenAI" mark="Paused" facts={['daily']} actions={<button>Delete</button>}>
      <p>The feed cannot be read.</p>
    </ListRow>,
  );
  for (const text of ['Paused', 'Delete', 'The feed cannot be read.']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});

test('a title that opens the row names the part that it opens', () => {
  const toggle = (isOpen: boolean) => (
    <RowToggle name="OpenAI" isOpen={isOpen} controls="part" onToggle={() => undefined} />
  );
  const { rerender } = render(toggle(false));
  const button = screen.getByRole('button', { name: 'OpenAI', expanded: false });
  expect(button.getAttribute('aria-controls')).toBeNull();
  rerender(toggle(true));
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(button.getAttribute('aria-controls')).toBe('part');
});
