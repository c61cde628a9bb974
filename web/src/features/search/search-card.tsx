import { clsx } from 'clsx';
import { readKeywords } from 'functions/contract';
import { Search } from 'lucide-react';
import {
  type ComponentType,
  type SubmitEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { SEARCH_PLACEHOLDER } from '#content/subject.ts';
import { choiceParameters, type SearchChoice } from '#shared/search/search-address.ts';
import { Button } from '#shared/ui/button.tsx';
import type { RefineProps } from './refine/refine-row.tsx';

interface SearchCardProps {
  /** The query in the URL, with which the field starts. */
  text: string;
  choice: SearchChoice;
  busy: boolean;
  /** True if results follow. The form must be small then. */
  compact: boolean;
  onSearch: (keywords: string[]) => void;
  /** The query's terms as buttons, below the field. */
  refine?: ComponentType<RefineProps> | undefined;
}

/** Explains below the field why a search was refused, and keeps the text. */
export function SearchCard({
  text: initial,
  choice,
  busy,
  compact,
  onSearch,
  refine: Refine,
}: SearchCardProps) {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState(() => problemOf(initial));
  const [shownFor, setShownFor] = useState(initial);
  // On back and forward, the form adopts the query in the URL. It stays mounted, so that it keeps the focus.
  if (shownFor !== initial) {
    setShownFor(initial);
    setText(initial);
    setProblem(problemOf(initial));
  }
  const field = useRef<HTMLInputElement>(null);
  // Text typed before hydration is only in the DOM.
  useLayoutEffect(() => {
    if (field.current?.value) setText(field.current.value);
  }, []);
  const fieldId = useId();
  const problemId = useId();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const read = readKeywords(text);
    setProblem(read.ok ? '' : read.problem);
    if (!read.ok) field.current?.focus();
    else {
      // Closes the keyboard of a phone, which covers the results.
      if (matchMedia('(pointer: coarse)').matches) field.current?.blur();
      onSearch(read.keywords);
    }
  }

  function clear() {
    change('');
    field.current?.focus();
  }

  /** Called when a button or the refine row changes the text. Searches immediately if results are shown. */
  function change(changed: string) {
    setText(changed);
    setProblem(problemOf(changed));
    const read = readKeywords(changed);
    if (compact && initial !== '' && read.ok) onSearch(read.keywords);
  }

  return (
    <div
      className={clsx(
        'rounded-2xl border border-line bg-surface shadow-card',
        compact ? 'p-2.5 pb-1 sm:p-4 sm:pb-1.5' : 'p-5 pb-3 sm:p-7 sm:pb-4',
      )}
    >
      <form role="search" action="/" noValidate onSubmit={submit}>
        <label
          htmlFor={fieldId}
          className={clsx(
            'block text-sm font-medium text-ink',
            compact && 'max-sm:text-[0.8125rem] max-sm:leading-5',
          )}
        >
          Keywords or Phrases (separated by commas)
        </label>
        <div
          className={clsx(
            'flex sm:flex-row sm:gap-3',
            compact ? 'mt-1 gap-2 sm:mt-1.5' : 'mt-2.5 flex-col gap-3',
          )}
        >
          <div className="relative min-w-0 flex-1">
            <Search
              aria-hidden
              className={clsx(
                'pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-soft',
                compact && 'max-sm:hidden',
              )}
            />
            <input
              ref={field}
              id={fieldId}
              name="q"
              type="text"
              dir="auto"
              inputMode="search"
              enterKeyHint="search"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={`e.g., ${SEARCH_PLACEHOLDER}`}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem('');
              }}
              aria-invalid={problem !== ''}
              aria-describedby={problem ? problemId : undefined}
              className={clsx(
                'h-12 w-full rounded-xl border border-field bg-canvas pr-11 pl-12 max-sm:placeholder-shown:pr-1 text-base text-ink placeholder:text-soft focus-visible:border-link focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger',
                compact && 'max-sm:pl-3',
              )}
            />
            {text !== '' && (
              <button
                type="button"
                aria-label="Clear"
                onClick={clear}
                className="absolute top-0.5 right-0 size-11 text-2xl leading-none text-soft hover:text-ink noscript:hidden"
              >
                ×
              </button>
            )}
          </div>
          <Button
            type="submit"
            className={clsx(
              'shrink-0 sm:min-w-44',
              // Two lines, so that the field keeps most of a phone's width.
              compact &&
                'max-sm:w-22 max-sm:px-1 max-sm:text-sm max-sm:leading-tight max-[22rem]:w-19',
            )}
          >
            {busy && (
              // Not an icon: an icon shared with other pages would become a separate file in the build.
              <span
                className={clsx(
                  'm-0.5 size-4 animate-spin rounded-full border-2 border-current border-b-transparent',
                  compact && 'max-sm:hidden',
                )}
              />
            )}
            <span>Search Episodes</span>
          </Button>
        </div>
        {/* Without JavaScript, these fields keep the options when the form is submitted. */}
        {Object.entries(choiceParameters(choice)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {problem && (
          <p id={problemId} role="alert" className="mt-2.5 text-sm font-medium text-danger">
            {problem}
          </p>
        )}
      </form>
      {Refine && (
        // Reserves the height of the row, which loads late.
        <div className={clsx('mt-1 min-h-9', !compact && 'sm:mt-2.5')}>
          <Refine text={text} onText={change} />
        </div>
      )}
    </div>
  );
}

/** Returns what is wrong with the text; empty for a valid or empty text. */
function problemOf(text: string): string {
  const read = text === '' ? null : readKeywords(text);
  return read?.ok === false ? read.problem : '';
}
