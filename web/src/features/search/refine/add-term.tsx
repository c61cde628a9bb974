import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { isComposing } from '#shared/ui/is-composing.ts';
import { useSearch } from '#shared/search/search-store.ts';
import { CHIP_TEXTS } from './chip-texts.ts';
import type { Chip, ChipKind } from './query-chips.ts';
import type { Episode } from 'functions/contract';
import { showName } from '#shared/search/show-name.ts';

interface AddTermProps {
  kind: ChipKind;
  chips: readonly Chip[];
  onAdd: (value: string) => void;
}

/** For shows, also offers those of the results. */
export function AddTerm({ kind, chips, onAdd }: AddTermProps) {
  const [value, setValue] = useState('');
  const { searchResults } = useSearch();
  const fieldId = useId();
  const isShow = kind === 'show' || kind === 'not-show';
  const shows = isShow ? namedShows(searchResults, chips) : [];
  const { label, placeholder } = CHIP_TEXTS[kind];

  // Not a form: inside the search form, Enter would submit the search.
  function keyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    // Prevents this key press from activating the button that gets the focus next.
    event.preventDefault();
    if (value.trim() !== '') onAdd(value);
  }

  return (
    <div className="space-y-2.5 pt-1">
      <label htmlFor={fieldId} className="block text-sm font-medium text-ink">
        {label}
      </label>
      {shows.length > 0 && (
        <ul aria-label="Shows in these results" className="flex flex-wrap gap-2">
          {shows.map((show) => (
            <li key={show} className="max-w-full">
              <button
                type="button"
                onClick={() => onAdd(show)}
                dir="auto"
                className="min-h-9 max-w-full truncate rounded-full border border-line bg-canvas px-3.5 text-sm font-medium transition-colors hover:border-field hover:bg-sunken"
              >
                {show}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <input
          id={fieldId}
          type="text"
          // If shows are offered, the field gets no focus, because a phone's keyboard would cover them.
          autoFocus={shows.length === 0}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={placeholder}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={keyDown}
          className="h-12 w-full min-w-0 flex-1 rounded-xl border border-field bg-canvas px-4 text-base text-ink placeholder:text-soft focus-visible:border-link focus-visible:outline-1 focus-visible:outline-offset-0"
        />
        <Button
          tone="plain"
          className="shrink-0 px-5"
          disabled={value.trim() === ''}
          onClick={() => onAdd(value)}
        >
          Add
        </Button>
      </div>
    </div>
  );
}

const MAX_SHOWS = 8;

/** Returns the shows with the most episodes first, except shows that the query already names. */
export function namedShows(episodes: readonly Episode[], chips: readonly Chip[]): string[] {
  const counts = new Map<string, number>();
  for (const { podcast } of episodes) {
    const name = showName(podcast);
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const known = new Set(
    chips
      .filter(({ kind }) => kind === 'show' || kind === 'not-show')
      .map(({ label }) => label.toLowerCase()),
  );
  return [...counts.entries()]
    .filter(([name]) => !known.has(name.toLowerCase()))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_SHOWS)
    .map(([name]) => name);
}
