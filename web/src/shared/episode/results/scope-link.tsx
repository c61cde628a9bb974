import { Link } from 'react-router-dom';

export interface SearchScope {
  /** Whether what is said in episodes was searched. */
  spoken: boolean;
  /** The address of the same search with the other choice. */
  otherAddress: string;
}

/** Leads to the same search in more, or in less, of what there is. */
export function ScopeLink({ spoken, otherAddress }: SearchScope) {
  return (
    <Link
      to={otherAddress}
      className="rounded-sm text-link underline decoration-1 underline-offset-4"
    >
      {spoken ? 'Notes only' : 'Notes and spoken words'}
    </Link>
  );
}
