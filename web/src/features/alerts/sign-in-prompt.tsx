import { Bell } from 'lucide-react';
import { Link } from 'react-router-dom';

interface SignInPromptProps {
  /** What an alert would be about; by default what was searched for. */
  about?: string;
}

/** What visitors see where signed-in people make alerts. */
export function SignInPrompt({ about = 'what you searched for' }: SignInPromptProps) {
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-line bg-surface p-5 shadow-card">
      <Bell aria-hidden className="size-6 shrink-0 self-start text-link" strokeWidth={1.75} />
      <div className="min-w-52 flex-1">
        <h2 className="font-semibold">Please sign in to create alerts</h2>
        <p className="mt-0.5 text-[0.9375rem] leading-relaxed text-soft">
          An alert sends you an email when a new episode mentions {about}.
        </p>
      </div>
      <p className="flex items-center gap-4 font-semibold">
        <Link to="/login" className="rounded-sm text-link underline-offset-4 hover:underline">
          Sign In
        </Link>
        <Link to="/signup" className="rounded-sm text-link underline-offset-4 hover:underline">
          Create Account
        </Link>
      </p>
    </section>
  );
}
