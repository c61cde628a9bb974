import { TextLink } from '#shared/ui/text-link.tsx';

/** A link to the channels for people whose matches come by email alone; it names some of the places. */
export function AddChannelLink() {
  return (
    <TextLink to="/delivery#channels" className="inline-flex min-h-9 items-center">
      Add Slack, a feed…
    </TextLink>
  );
}
