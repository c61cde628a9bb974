import { Link } from '#shared/ui/link.tsx';

export interface SearchScope {
  /** Whether what is said in episodes was searched. */
  spoken: boolean;
  /** The address of the same search with either choice. */
  addressOf: (spoken: boolean) => string;
}

/** Leads to the same search in more, or in less, of what there is. */
export function ScopeLink({ spoken, addressOf }: SearchScope) {
  return (
    <Link
      to={addressOf(!spoken)}
      className="rounded-sm text-link underline decoration-1 underline-offset-4"
    >
      {spoken ? 'Notes only' : 'Notes and spoken words'}
    </Link>
  );
}
