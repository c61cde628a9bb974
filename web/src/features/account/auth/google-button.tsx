import { useId } from 'react';
import { surroundings } from '#shared/data/session/prefers-redirect.ts';
import { Button } from '#shared/ui/button.tsx';
import { inAppBrowser, outsideLink } from './in-app-browser.ts';

interface GoogleButtonProps {
  children: string;
  disabled: boolean;
  onClick: () => void;
}

/**
 * Google refuses sign-in inside the browsers of apps, so there the button is disabled and alternatives are below it.
 */
export function GoogleButton({ children, disabled, onClick }: GoogleButtonProps) {
  const noteId = useId();
  const { userAgent, standalone } = surroundings();
  const app = inAppBrowser(userAgent, standalone);
  return (
    <>
      <p className="flex items-center gap-4 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button
        tone="plain"
        className="w-full"
        disabled={disabled || app !== null}
        aria-describedby={app === null ? undefined : noteId}
        onClick={onClick}
      >
        <GoogleMark />
        <span>{children}</span>
      </Button>
      {app !== null && <OutsideNote id={noteId} app={app} />}
    </>
  );
}

function OutsideNote({ id, app }: { id: string; app: string }) {
  const { userAgent } = navigator;
  return (
    <div id={id} className="space-y-2 text-[0.9375rem] leading-relaxed text-soft">
      <p>
        {`Google sign-in does not work inside ${app}. Use your email and a password, or open this page in your browser.`}
      </p>
      <p>
        <a
          href={outsideLink(userAgent, new URL(location.href))}
          className="inline-flex min-h-11 items-center rounded-sm font-medium text-link underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          Open in browser
        </a>
      </p>
      <p>If nothing opens, choose “Open in browser” in the menu (•••) of the app.</p>
    </div>
  );
}

/** Google's branding guidelines require these colours. */
function GoogleMark() {
  return (
    <svg aria-hidden viewBox="0 0 48 48" className="size-5">
      <path
        fill="#4285f4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
      <path
        fill="#fbbc05"
        d="M10.53 28.59A14.5 14.5 0 0 1 9.77 24c0-1.6.27-3.14.76-4.59l-7.98-6.19A23.9 23.9 0 0 0 0 24c0 3.88.92 7.54 2.56 10.78z"
      />
      <path
        fill="#ea4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
    </svg>
  );
}
