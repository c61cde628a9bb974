import { CATEGORIES, type Entity, entityPath } from '#content/categories.ts';
import { Link } from './link.tsx';

export function EntityCard({ entity }: { entity: Entity }) {
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
    </Link>
  );
}
