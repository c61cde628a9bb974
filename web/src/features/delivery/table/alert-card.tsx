import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';

interface Box {
  id: string;
  name: string;
  isOn: boolean;
  isTicked: boolean;
  tick: (isTicked: boolean) => void;
}

interface AlertCardProps {
  name: string;
  /** The name in full, for screen readers. */
  label: string;
  boxes: readonly Box[];
}

/** An alert on a phone: where it goes in a line, and the boxes to tick behind it. */
export function AlertCard({ name, label, boxes }: AlertCardProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const ticked = boxes.filter(({ isTicked }) => isTicked);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 py-2 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
          <span className="block truncate text-sm text-soft">
            {ticked.map((box) => box.name).join(', ') || 'Goes nowhere'}
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className={isOpen ? 'size-5 shrink-0 rotate-180 text-soft' : 'size-5 shrink-0 text-soft'}
        />
      </button>
      {isOpen && (
        <fieldset id={id} className="pb-2">
          <legend className="sr-only">Where {label} goes</legend>
          {boxes.map((box) => (
            <label
              key={box.id}
              className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem]"
            >
              <input
                type="checkbox"
                checked={box.isTicked}
                onChange={({ target }) => box.tick(target.checked)}
                className="size-5 shrink-0 accent-link"
              />
              <span className="min-w-0 wrap-anywhere">{box.name}</span>
              {!box.isOn && <span className="text-sm text-soft">off</span>}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
