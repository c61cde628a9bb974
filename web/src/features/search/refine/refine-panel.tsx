import { clsx } from 'clsx';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useSearch } from '#shared/search/use-search.ts';
import { AddTerm } from './add-term.tsx';
import { CHIP_KINDS, CHIP_TEXTS } from './chip-texts.ts';
import { namedShows } from './named-shows.ts';
import type { RefinePanelProps } from './refine-row.tsx';
import { type Chip, type ChipKind, queryChips, withoutChip, withTerm } from './query-chips.ts';

const CHIP = 'inline-flex min-h-8 max-w-full items-center rounded-full text-sm font-medium';

/**
 * The parts of a query as chips with a button to remove each, and fields that add parts without typed syntax.
 */
export function RefinePanel({ text, open, onChange }: RefinePanelProps) {
  const chips = queryChips(text);
  const several = chips.filter(({ kind }) => kind === 'any').length > 1;

  function remove(chip: Chip) {
    onChange(withoutChip(text, chip), `Removed: ${nameOf(chip.kind)} ${chip.label}`);
  }

  function add(kind: ChipKind, value: string) {
    const changed = withTerm(text, kind, value);
    if (changed !== text) onChange(changed, `Added: ${nameOf(kind)} ${value}`);
  }

  return (
    <>
      {chips.length > 0 && (
        <ul
          aria-label="What is asked"
          className="flex min-w-0 flex-1 basis-32 flex-wrap gap-1.5 py-0.5"
        >
          {chips.map((chip) => (
            <li key={`${chip.piece}-${chip.list}-${chip.index}`} className="max-w-full">
              <button
                type="button"
                aria-label={`Remove: ${nameOf(chip.kind)} ${chip.label}`}
                onClick={() => remove(chip)}
                className={clsx(
                  CHIP,
                  'gap-1 bg-sunken pr-2 pl-3 text-ink transition-colors hover:bg-line',
                )}
              >
                <span className="truncate">
                  {(chip.kind !== 'any' || several) && (
                    <span className="text-soft">{nameOf(chip.kind)} </span>
                  )}
                  <bdi>{chip.label}</bdi>
                </span>
                <X aria-hidden className="size-4 shrink-0 text-soft" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {open && <AddTerms chips={chips} onAdd={add} />}
    </>
  );
}

interface AddTermsProps {
  chips: readonly Chip[];
  onAdd: (kind: ChipKind, value: string) => void;
}

/**
 * Buttons and fields that add parts. Initially offers to exclude a show of the results, the most frequent wish.
 */
function AddTerms({ chips, onAdd }: AddTermsProps) {
  const { searchResults } = useSearch();
  const [adding, setAdding] = useState<ChipKind | null>(() =>
    namedShows(searchResults, chips).length > 0 ? 'not-show' : null,
  );

  return (
    <>
      <div
        role="group"
        aria-label="Add to the search"
        className="order-2 flex basis-full flex-wrap gap-2 pt-2 pb-1.5"
      >
        {CHIP_KINDS.map((kind) => (
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
            {CHIP_TEXTS[kind].name}
          </button>
        ))}
      </div>
      {adding !== null && (
        <div className="order-2 min-w-0 basis-full pb-1.5">
          <AddTerm
            key={adding}
            kind={adding}
            chips={chips}
            onAdd={(value) => onAdd(adding, value)}
          />
        </div>
      )}
    </>
  );
}

function nameOf(kind: ChipKind): string {
  const { name, before = name.toLowerCase() } = CHIP_TEXTS[kind];
  return before;
}
