import { site } from '#shared/site.ts';

/** The support address, ready to be written to. */
export function SupportLink() {
  return <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>;
}
