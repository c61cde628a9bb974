import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface FailureNoticeProps {
  text: string;
  children?: ReactNode;
}

export function FailureNotice({ text, children }: FailureNoticeProps) {
  if (text === '') return null;
  return (
    <div
      role="alert"
      className="flex gap-3 rounded-xl border border-danger-line bg-danger-surface p-4 text-[0.9375rem] leading-relaxed"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-danger">{text}</p>
        {children}
      </div>
    </div>
  );
}
