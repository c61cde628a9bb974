import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PublicationTime } from './publication-time.tsx';

test('prerenders the day and shows a relative time after hydration', () => {
  const at = Date.UTC(2026, 10, 20, 12);
  const time = <PublicationTime at={at} now={at + 2 * 3_600_000} />;
  const container = document.createElement('p');
  document.body.append(container);
  container.innerHTML = renderToString(time);
  expect(container.textContent).toBe('Nov 20, 2026');
  const given = container.firstChild;
  render(time, { container, hydrate: true });
  expect(container.textContent).toBe('2 hours ago');
  expect(container.firstChild).toBe(given);
});
