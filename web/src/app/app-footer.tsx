import { site } from '#shared/site.ts';

export function AppFooter() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-7 text-sm text-soft sm:px-6">
        <p>
          © {new Date().getFullYear()} {site.name}
        </p>
        <a
          href={`mailto:${site.supportEmail}`}
          className="rounded-sm underline-offset-4 hover:text-ink hover:underline"
        >
          {site.supportEmail}
        </a>
      </div>
    </footer>
  );
}
