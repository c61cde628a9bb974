import { clsx } from 'clsx';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { isComposing } from '#shared/ui/is-composing.ts';
import { Link } from '#shared/ui/link.tsx';

interface Option {
  name: string;
  hint?: string;
  isOn: boolean;
  to: string;
}

interface OptionMenuProps {
  groups: readonly {
    name: string;
    /** The first option is the default. */
    options: readonly Option[];
  }[];
}

/** Works without JavaScript. */
export function OptionMenu({ groups }: OptionMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLElement>(null);

  function close() {
    if (menu.current) menu.current.open = false;
  }

  function leave({ relatedTarget }: FocusEvent) {
    // `relatedTarget` is null after a press on something that takes no focus, such as the menu's edge.
    if (relatedTarget !== null && !menu.current?.contains(relatedTarget)) close();
  }

  function press({ key, nativeEvent }: KeyboardEvent) {
    if (key !== 'Escape' || isComposing(nativeEvent)) return;
    close();
    button.current?.focus();
  }

  function choose(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    close();
    button.current?.focus({ preventScroll: true });
  }

  return (
    <details
      ref={menu}
      name="search-options"
      onBlur={leave}
      onKeyDown={press}
      className="sm:relative"
    >
      <summary
        ref={button}
        className="flex min-h-8 cursor-pointer items-center rounded-full border border-line bg-surface px-3 font-medium whitespace-nowrap text-ink transition-colors select-none after:mb-0.5 after:ml-2 after:size-1.5 after:rotate-45 after:border-r-2 after:border-b-2 after:border-soft hover:border-field hover:bg-sunken"
      >
        <span className="sr-only">{groups.map(({ name }) => name).join(', ')}: </span>
        {buttonText(groups)}
      </summary>
      <div className="absolute left-0 z-20 mt-1 w-60 rounded-2xl border border-line bg-surface p-1.5 text-ink shadow-card max-sm:w-full sm:in-last:right-0 sm:in-last:left-auto">
        {groups.map(({ name: group, options }, index) => (
          <ul
            key={group}
            aria-label={group}
            className={clsx(index > 0 && 'mt-1.5 border-t border-line pt-1.5')}
          >
            {groups.length > 1 && (
              <li aria-hidden className="px-3 pt-1 text-[0.8125rem] font-semibold text-soft">
                {group}
              </li>
            )}
            {options.map(({ name, hint, isOn, to }) => (
              <li key={name}>
                <Link
                  to={to}
                  onClick={choose}
                  aria-current={isOn || undefined}
                  className="block rounded-lg px-3 py-2 font-medium hover:bg-sunken aria-current:bg-sunken"
                >
                  {name}
                  {hint && (
                    <span className="block text-[0.8125rem] font-normal text-soft">{hint}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </details>
  );
}

/** Names the selected options that are not defaults, or if there are none, the last group's default. */
function buttonText(groups: OptionMenuProps['groups']): string {
  const unusual = groups.flatMap(({ options }) => options.slice(1).filter(({ isOn }) => isOn));
  const usual = groups.at(-1)?.options.slice(0, 1) ?? [];
  return (unusual.length > 0 ? unusual : usual).map(({ name }) => name).join(', ');
}
