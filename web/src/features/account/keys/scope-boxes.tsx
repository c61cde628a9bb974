import type { KeyScope } from 'functions/contract';
import { useId } from 'react';
import { SCOPES } from './key-scopes.ts';

interface ScopeBoxesProps<Scope extends KeyScope> {
  /** In the order of `chosen`. */
  offered: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (chosen: readonly Scope[]) => void;
}

export function ScopeBoxes<Scope extends KeyScope>(props: ScopeBoxesProps<Scope>) {
  const { offered, chosen, onChange } = props;
  const group = useId();
  return offered.map((scope) => (
    <label key={scope} className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem]">
      <input
        type="checkbox"
        name={group}
        checked={chosen.includes(scope)}
        onChange={({ target }) =>
          onChange(
            offered.filter((each) => (each === scope ? target.checked : chosen.includes(each))),
          )
        }
        className="size-5 shrink-0 accent-link"
      />
      {SCOPES[scope]}
    </label>
  ));
}
