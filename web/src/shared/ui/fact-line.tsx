import { Fragment } from 'react';

/** The second line of a list's row: facts divided by "·". Empty facts are left out. */
export function FactLine({ facts }: { facts: readonly (string | undefined)[] }) {
  return (
    <p className="text-sm wrap-anywhere text-soft">
      {facts
        .filter((fact) => fact !== undefined && fact !== '')
        .map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && <span aria-hidden> · </span>}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
    </p>
  );
}
