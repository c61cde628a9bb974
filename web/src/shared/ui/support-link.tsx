import { site } from '#shared/site.ts';

export function SupportLink() {
  return <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>;
}
