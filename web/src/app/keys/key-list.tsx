import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useSession } from '#shared/data/session/session-store.ts';
import { areKeysOn, switchKeys } from './keys-setting.ts';

const KEYS_OF_PAGE = [
  { keys: '/', means: 'Go to the search field' },
  { keys: '?', means: 'Show this list' },
  { keys: 'Esc', means: 'Close a menu or dialog' },
];

const KEYS_OF_INBOX = [
  { keys: 'J, K', means: 'In the inbox: next, previous episode' },
  { keys: 'O, P', means: 'In the inbox: open, play the episode' },
  { keys: 'B, E', means: 'In the inbox: bookmark, mark as read' },
];

const KEYS_OF_PLAYER = [
  { keys: 'K', means: 'In the player: play or pause' },
  { keys: 'J, L', means: 'In the player: back, forward' },
  { keys: 'Shift+J, Shift+L', means: 'In the player: previous, next chapter' },
];

export function KeyList({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areKeysOn);
  const isMember = useSession().status === 'signed-in';
  const keys = [...KEYS_OF_PAGE, ...(isMember ? KEYS_OF_INBOX : []), ...KEYS_OF_PLAYER];
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[85dvh] max-w-md -translate-y-1/2 overflow-y-auto rounded-3xl bg-surface p-5 text-ink shadow-card focus:outline-none sm:p-7"
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="text-lg font-bold tracking-title">Keyboard</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="-mr-2 grid size-11 place-items-center rounded-xl transition-colors hover:bg-sunken"
            >
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </div>
          <table className="mt-2 w-full text-left text-[0.9375rem]">
            <thead className="sr-only">
              <tr>
                <th scope="col">Key</th>
                <th scope="col">What it does</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {keys.map(({ keys: pressed, means }) => (
                <tr key={means}>
                  <th scope="row" className="py-2 pr-4 font-semibold whitespace-nowrap">
                    {pressed}
                  </th>
                  <td className="py-2 text-soft">{means}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem]">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ target }) => {
                switchKeys(target.checked);
                setIsOn(target.checked);
              }}
              className="size-5 shrink-0 accent-link"
            />
            {isMember
              ? 'Use “/”, “?” and the keys of the inbox on this device'
              : 'Use “/” and “?” on this device'}
          </label>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
