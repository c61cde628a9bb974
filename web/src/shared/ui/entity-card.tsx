import { CATEGORIES, type Entity, entityPath } from '#content/categories.ts';
import { numberText } from '#shared/text/number-text.ts';
import { Link } from './link.tsx';
import { weekOf } from './week-of.ts';

interface EntityCardProps {
  entity: Entity;
  /** Mentions per day in two weeks; missing if unknown. */
  days?: readonly number[] | undefined;
}

export function EntityCard({ entity, days }: EntityCardProps) {
  return (
    <Link
      to={entityPath(entity)}
      className="group block h-full rounded-2xl border border-line bg-surface p-4 transition-[border-color,translate] duration-150 hover:-translate-y-0.5 hover:border-field"
    >
      <span className="block text-xs font-medium text-link">{CATEGORIES[entity.prefix].one}</span>
      <span className="mt-1 block font-semibold tracking-title decoration-accent decoration-2 underline-offset-4 group-hover:underline">
        {entity.name}
      </span>
      <span className="mt-0.5 block text-sm leading-snug text-pretty text-soft">
        {entity.description}
      </span>
      {days && <Weeks days={days} />}
    </Link>
  );
}

function Weeks({ days }: { days: readonly number[] }) {
  const { week, change } = weekOf(days);
  if (week === 0) return null;
  const most = Math.max(...days, 1);
  const points = days.map((count, day) => `${day * 4} ${Math.round(14 - (count / most) * 14)}`);
  return (
    <span className="relative mt-2 flex items-center justify-between gap-2 text-sm text-soft tabular-nums">
      <span>
        {numberText(week)} this week{' '}
        {change !== 0 && (
          <>
            <span aria-hidden>{change > 0 ? '▲' : '▼'}</span>
            <span className="sr-only">{change > 0 ? '(up)' : '(down)'}</span>
          </>
        )}
      </span>
      <svg
        aria-hidden
        viewBox="-1 -1 54 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        className="h-4 shrink-0 text-link"
      >
        <path d={`M${points.join('L')}`} />
      </svg>
    </span>
  );
}
