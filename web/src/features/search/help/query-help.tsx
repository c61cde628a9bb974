import { Dialog } from 'radix-ui';
import { SHOW_KEYS } from '#shared/page/show-keys.ts';
import { SheetDialog } from '#shared/ui/sheet-dialog.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';

/** `docs/queries.md` describes the whole language. */
export const EXAMPLES: readonly { typed: string; means: string }[] = [
  { typed: 'openai, anthropic', means: 'Episodes that mention either one.' },
  { typed: 'sam altman', means: 'These words together, in this order.' },
  { typed: 'openai AND funding', means: 'Both in the same episode.' },
  { typed: 'google AND (openai OR claude)', means: 'Google, and one of the others.' },
  { typed: 'openai NOT our sponsor', means: 'Excludes words, or what stands in brackets.' },
  { typed: 'openai, +funding', means: '“Funding” must be mentioned.' },
  { typed: 'openai, -sponsor', means: 'No episodes that mention “sponsor”.' },
  { typed: 'openai, -"our sponsor"', means: 'Excludes a phrase.' },
  { typed: 'openai, show:"Hard Fork"', means: 'Only shows with this name.' },
  { typed: 'openai, -show:"Hard Fork"', means: 'Excludes a show.' },
  { typed: 'openai, lang:de', means: 'Only shows in German. -lang:en excludes English.' },
  { typed: 'title:openai', means: 'In the title of the episode.' },
  { typed: 'guest:altman', means: 'This person speaks, as a guest.' },
  { typed: 'by:"Ezra Klein"', means: 'Hosted or published by this name.' },
  { typed: 'name:target', means: 'With a capital, as names are written: not “on target”.' },
  { typed: 'apple, with:mac, with:iphone', means: 'Only with one of these words, too.' },
  { typed: 'spoken:openai', means: 'Said in the episode, where there is a transcript.' },
  { typed: 'crypto*', means: 'Words that begin with this.' },
];

interface QueryHelpProps {
  onClose: () => void;
  /** Called after the dialog has closed, to return the focus. */
  onClosed: () => void;
}

/** The dialog is open while the component is mounted. */
export function QueryHelp({ onClose, onClosed }: QueryHelpProps) {
  return (
    <SheetDialog
      title="Search tips"
      closeLabel="Close search tips"
      onClose={onClose}
      onClosed={onClosed}
      className="max-h-[90dvh] max-w-xl"
    >
      {/* Focusable, so that the arrow keys scroll it. */}
      <div
        tabIndex={0}
        role="group"
        aria-label="Search symbols"
        className="overflow-y-auto overscroll-contain px-5 pb-6 -outline-offset-2 sm:px-7"
      >
        <Dialog.Description className="text-[0.9375rem] leading-relaxed text-soft">
          Just type words. Symbols narrow the search, here and in alerts. Capitals and accents make
          no difference. Shows in every language are searched.
        </Dialog.Description>
        <TextButton
          className="min-h-9 text-sm max-md:hidden"
          onClick={() => {
            onClose();
            dispatchEvent(new Event(SHOW_KEYS));
          }}
        >
          Keyboard
        </TextButton>
        <table className="mt-3 w-full text-left text-[0.9375rem]">
          <thead className="sr-only">
            <tr>
              <th scope="col">What you type</th>
              <th scope="col">What it means</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {EXAMPLES.map(({ typed, means }) => (
              <tr key={typed} className="max-sm:block max-sm:py-2">
                <th scope="row" className="pr-4 font-semibold max-sm:block sm:py-2">
                  {typed}
                </th>
                <td className="text-soft max-sm:block sm:py-2">{means}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SheetDialog>
  );
}
