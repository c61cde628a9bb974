import { Dialog } from 'radix-ui';
import {
  EXAMPLE_AMBIGUOUS,
  EXAMPLE_BEGINNING,
  EXAMPLE_COMMON_NAME,
  EXAMPLE_HOST,
  EXAMPLE_NAMES,
  EXAMPLE_PERSON,
  EXAMPLE_SHOW,
  EXAMPLE_WORD,
} from '#content/subject.ts';
import { SHOW_KEYS } from '#shared/page/show-keys.ts';
import { SheetDialog } from '#shared/ui/sheet-dialog.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';

const [NAME, OTHER, THIRD] = EXAMPLE_NAMES.map((name) => name.toLowerCase());
const WIDER = EXAMPLE_NAMES[3];
const PERSON = EXAMPLE_PERSON.toLowerCase();
const SURNAME = PERSON.split(' ').at(-1);
const [FIRST = '', ...REST] = EXAMPLE_WORD;
const { name: AMBIGUOUS, with: MEANT } = EXAMPLE_AMBIGUOUS;
const WITH = MEANT.map((word) => `with:${word.toLowerCase()}`).join(', ');

/** `docs/queries.md` describes the whole language. */
export const EXAMPLES: readonly { typed: string; means: string }[] = [
  { typed: `${NAME}, ${OTHER}`, means: 'Episodes that mention either one.' },
  { typed: PERSON, means: 'These words together, in this order.' },
  { typed: `${NAME} AND ${EXAMPLE_WORD}`, means: 'Both in the same episode.' },
  {
    typed: `${WIDER.toLowerCase()} AND (${NAME} OR ${THIRD})`,
    means: `${WIDER}, and one of the others.`,
  },
  { typed: `${NAME} NOT our sponsor`, means: 'Excludes words, or what stands in brackets.' },
  {
    typed: `${NAME}, +${EXAMPLE_WORD}`,
    means: `“${FIRST.toUpperCase()}${REST.join('')}” must be mentioned.`,
  },
  { typed: `${NAME}, -sponsor`, means: 'No episodes that mention “sponsor”.' },
  { typed: `${NAME}, -"our sponsor"`, means: 'Excludes a phrase.' },
  { typed: `${NAME}, show:"${EXAMPLE_SHOW}"`, means: 'Only shows with this name.' },
  { typed: `${NAME}, -show:"${EXAMPLE_SHOW}"`, means: 'Excludes a show.' },
  { typed: `${NAME}, lang:de`, means: 'Only shows in German. -lang:en excludes English.' },
  { typed: `title:${NAME}`, means: 'In the title of the episode.' },
  { typed: `guest:${SURNAME}`, means: 'This person speaks, as a guest.' },
  { typed: `by:"${EXAMPLE_HOST}"`, means: 'Hosted or published by this name.' },
  {
    typed: `name:${EXAMPLE_COMMON_NAME.name}`,
    means: `With a capital, as names are written: not “${EXAMPLE_COMMON_NAME.phrase}”.`,
  },
  {
    typed: `${AMBIGUOUS.toLowerCase()}, ${WITH}`,
    means: 'Only with one of these words, too.',
  },
  { typed: `spoken:${NAME}`, means: 'Said in the episode, where there is a transcript.' },
  { typed: `${EXAMPLE_BEGINNING}*`, means: 'Words that begin with this.' },
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
