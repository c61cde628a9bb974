import { FrameIcon } from './frame-icon.tsx';

/** Also serves as the placeholder while the menu loads, to avoid a layout shift. */
export function AccountLabel({ email }: { email: string }) {
  return (
    <span className="flex h-10 max-w-60 min-w-0 items-center lg:max-w-72 gap-2 px-3.5 text-[0.9375rem] font-medium">
      <span className="truncate">{email}</span>
      <FrameIcon name="down" className="size-4 shrink-0 text-soft" />
    </span>
  );
}
