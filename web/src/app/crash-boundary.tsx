import { Component, type ReactNode } from 'react';
import { Button } from '#shared/ui/button.tsx';

interface CrashBoundaryProps {
  children: ReactNode;
}

/** Shows a page instead of nothing when a part of the app breaks while it renders. */
export class CrashBoundary extends Component<CrashBoundaryProps, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div role="alert" className="mx-auto max-w-xl px-4 py-24 text-center">
        <h1 className="text-2xl font-bold tracking-title">Something went wrong</h1>
        <p className="mt-3 text-soft">
          This page ran into an error. Loading it again usually helps.
        </p>
        <Button className="mt-7" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </div>
    );
  }
}
