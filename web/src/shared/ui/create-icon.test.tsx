import { render } from '@testing-library/react';
import { Search } from 'lucide-react';
import { expect, test } from 'vitest';
import createIcon from './create-icon.ts';

/** Attributes of an element and its children, without lucide-react's class names. */
function drawn(element: Element): unknown {
  const attributes = [...element.attributes]
    .map(({ name, value }) => [name, value.replace(/lucide(-\w+)? ?/g, '')] as const)
    .filter(([, value]) => value !== '');
  return [
    element.tagName,
    Object.fromEntries(attributes),
    [...element.children].map((child) => drawn(child)),
  ];
}

test('draws an icon exactly as lucide-react does', () => {
  const props = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.5 } as const;
  const theirs = render(<Search {...props} />).container.firstElementChild!;
  const node = [...theirs.children].map(
    (child) =>
      [
        child.tagName.toLowerCase(),
        Object.fromEntries([...child.attributes].map(({ name, value }) => [name, value])),
      ] as const,
  );
  expect(node.length).toBeGreaterThan(1);
  const Ours = createIcon({
    node: node.map(([tag, attributes], key) => [tag, { ...attributes, key: `${key}` }]),
  });
  const ours = render(<Ours {...props} />).container.firstElementChild!;
  expect(drawn(ours)).toEqual(drawn(theirs));
});
