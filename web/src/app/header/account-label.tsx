import { FrameIcon } from './frame-icon.tsx';

/** What the dropdown's button shows. Shown alone until the dropdown has loaded, so that nothing moves. */
export function AccountLabel({ email }: { email: string }) {
  return (
    <span className="flex h-10 max-w-72 items-center gap-2 px-3.5 text-[0.9375rem] font-medium">
      <span className="truncate">{email}</span>
      <FrameIcon name="down" className="size-4 shrink-0 text-soft" />
    </span>
  );
}
