import { TextLink } from '#shared/ui/text-link.tsx';

/** A link to the section in which channels are added, for people who have none. */
export function AddChannelLink() {
  return (
    <TextLink to="/delivery#channels" className="inline-flex min-h-9 items-center">
      Add Slack, a feed…
    </TextLink>
  );
}
