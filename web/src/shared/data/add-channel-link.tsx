import { TextLink } from '#shared/ui/text-link.tsx';

export function AddChannelLink() {
  return (
    <TextLink to="/delivery#channels" className="inline-flex min-h-9 items-center">
      Add Slack, a feed…
    </TextLink>
  );
}
