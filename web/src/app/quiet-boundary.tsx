import { Component, type ReactNode, Suspense } from 'react';

interface QuietBoundaryProps {
  children: ReactNode;
  /** Shown while the children load, and for good when they break. */
  fallback: ReactNode;
}

/**
 * For parts of the frame that load late and that the page can do without: when one cannot be loaded
 * or breaks, the rest of the page stays as it is. React logs the reason.
 */
export class QuietBoundary extends Component<QuietBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    const { children, fallback } = this.props;
    return this.state.broken ? fallback : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
