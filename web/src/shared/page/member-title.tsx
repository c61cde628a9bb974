import type { ComponentProps } from 'react';

export function MemberTitle(props: Omit<ComponentProps<'h1'>, 'className'>) {
  return (
    <h1
      dir="auto"
      className="text-2xl font-bold tracking-display wrap-anywhere sm:text-4xl"
      {...props}
    />
  );
}
