import { clsx } from 'clsx';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { AddTerm } from './add-term.tsx';
import type { RefineProps } from './refine-row.tsx';
import { type Chip, type ChipKind, queryChips, withoutChip, withTerm } from './query-chips.ts';

const KINDS: readonly { kind: ChipKind; name: string }[] = [
  { kind: 'any', name: 'Any of' },
  { kind: 'all', name: 'Must also' },
  { kind: 'not', name: 'Not' },
  { kind: 'show', name: 'Only in show' },
  { kind: 'not-show', name: 'Not in show' },
];

const CHIP = 'inline-flex min-h-9 max-w-full items-center rounded-full text-sm font-medium';

/**
 * The parts of a query as chips that can be taken away, and how to add more, for those who type no signs.
 * @param open Whether more can be added; without, it shows only the parts that are there.
 */
export function RefinePanel({ text, open, onText }: RefineProps & { open: boolean }) {
  const [adding, setAdding] = useState<ChipKind | null>(null);
  const [done, setDone] = useState('');
  const chips = queryChips(text);
  const several = chips.filter(({ kind }) => kind === 'any').length > 1;

  function remove(chip: Chip) {
    setDone(`Removed: ${nameOf(chip.kind)} ${chip.label}`);
    onText(withoutChip(text, chip));
  }

  function add(kind: ChipKind, value: string) {
    const changed = withTerm(text, kind, value);
    setAdding(null);
    if (changed === text) return;
    setDone(`Added: ${nameOf(kind)} ${value}`);
    onText(changed);
  }

  return (
    <div className="space-y-2 pb-1.5">
      {chips.length > 0 && (
        <ul aria-label="What is asked" className="flex flex-wrap gap-2">
          {chips.map((chip) => (
            <li key={`${chip.piece}-${chip.list}-${chip.place}`} className="max-w-full">
              <button
                type="button"
                aria-label={`Remove: ${nameOf(chip.kind)} ${chip.label}`}
                onClick={() => remove(chip)}
                className={clsx(
                  CHIP,
                  'gap-1.5 bg-sunken pr-2 pl-3.5 text-ink transition-colors hover:bg-line',
                )}
              >
                <span className="truncate">
                  {(chip.kind !== 'any' || several) && (
                    <span className="text-soft">{nameOf(chip.kind)} </span>
                  )}
                  {chip.label}
                </span>
                <X aria-hidden className="size-4 shrink-0 text-soft" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <div role="group" aria-label="Add to the search" className="flex flex-wrap gap-2">
          {KINDS.map(({ kind, name }) => (
            <button
              key={kind}
              type="button"
              aria-expanded={adding === kind}
              onClick={() => setAdding(adding === kind ? null : kind)}
              className={clsx(
                CHIP,
                'gap-1 border pr-3.5 pl-2.5 transition-colors',
                adding === kind
                  ? 'border-link bg-sunken text-ink'
                  : 'border-line bg-surface text-ink hover:border-field hover:bg-sunken',
              )}
            >
              <Plus aria-hidden className="size-4 text-link" />
              {name}
            </button>
          ))}
        </div>
      )}
      {open && adding !== null && (
        <AddTerm key={adding} kind={adding} chips={chips} onAdd={(value) => add(adding, value)} />
      )}
      <p role="status" className="sr-only">
        {done}
      </p>
    </div>
  );
}

function nameOf(kind: ChipKind): string {
  return kind === 'any'
    ? 'any of'
    : (KINDS.find((each) => each.kind === kind)?.name ?? '').toLowerCase();
}
