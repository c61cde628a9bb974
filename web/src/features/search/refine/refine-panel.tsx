import { clsx } from 'clsx';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { AddTerm } from './add-term.tsx';
import { CHIP_TEXTS, ENTRIES } from './chip-texts.ts';
import type { RefinePanelProps } from './refine-row.tsx';
import { type Chip, type ChipKind, queryChips, withoutChip, withTerm } from './query-chips.ts';

const CHIP = 'inline-flex min-h-8 max-w-full items-center rounded-full text-sm font-medium';

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
          aria-label="Your search"
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

/** All fields are closed at first, so that the first result stays visible. */
function AddTerms({ chips, onAdd }: AddTermsProps) {
  const [adding, setAdding] = useState<ChipKind | null>(null);
  const opened = ENTRIES.find(({ kinds }) => kinds.some((kind) => kind === adding));

  return (
    <>
      <div
        role="group"
        aria-label="Narrow the search"
        className="order-2 flex basis-full flex-wrap gap-2 pt-2 pb-1.5"
      >
        {ENTRIES.map((entry) => (
          <button
            key={entry.name}
            type="button"
            aria-expanded={entry === opened}
            onClick={() => setAdding(entry === opened ? null : entry.kinds[0])}
            className={clsx(
              CHIP,
              'gap-1 border pr-3.5 pl-2.5 transition-colors',
              entry === opened
                ? 'border-link bg-sunken text-ink'
                : 'border-line bg-surface text-ink hover:border-field hover:bg-sunken',
            )}
          >
            <Plus aria-hidden className="size-4 text-link" />
            {entry.name}
          </button>
        ))}
      </div>
      {adding !== null && opened !== undefined && (
        <div className="order-2 min-w-0 basis-full pb-1.5">
          {opened.kinds.length > 1 && (
            <div role="group" aria-label={opened.name} className="flex gap-x-5">
              {opened.kinds.map((kind) => (
                <button
                  key={kind}
                  type="button"
                  aria-pressed={kind === adding}
                  onClick={() => setAdding(kind)}
                  className="min-h-9 text-sm font-semibold text-link aria-pressed:text-ink aria-pressed:underline aria-pressed:decoration-2 aria-pressed:underline-offset-8"
                >
                  {kind.startsWith('not') ? 'Exclude' : 'Only'}
                </button>
              ))}
            </div>
          )}
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
  return CHIP_TEXTS[kind].before;
}
