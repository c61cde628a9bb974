import { SelectField } from '#shared/ui/select-field.tsx';
import { type ListOrder, ORDERS } from './list-order.ts';

const NAMES: Record<ListOrder, string> = {
  newest: 'Newest',
  noisiest: 'Most matches',
  name: 'A–Z',
  lastEmail: 'Most in last email',
};

interface ListToolsProps {
  find: string;
  onFind: (find: string) => void;
  order: ListOrder;
  onOrder: (order: ListOrder) => void;
}

export function ListTools({ find, onFind, order, onOrder }: ListToolsProps) {
  return (
    <div className="flex min-w-0 max-w-full flex-wrap gap-2">
      <input
        type="search"
        aria-label="Find an alert"
        placeholder="Find…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={find}
        onChange={({ target }) => onFind(target.value)}
        className="h-11 min-w-0 flex-1 basis-32 rounded-xl border border-field bg-canvas px-3 text-base text-ink placeholder:text-soft focus-visible:border-link focus-visible:outline-1 focus-visible:outline-offset-0"
      />
      <SelectField
        label="Order"
        compact
        value={order}
        onChange={({ target }) => onOrder(ORDERS.find((each) => each === target.value) ?? order)}
      >
        {ORDERS.map((each) => (
          <option key={each} value={each}>
            {NAMES[each]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
