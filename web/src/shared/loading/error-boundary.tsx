import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown instead of children that broke; `again` shows the children once more. */
  instead: (failure: unknown, again: () => void) => ReactNode;
}

/** When something inside throws, shows `instead` and keeps the rest of the page. React logs the reason. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failures: unknown[] }> {
  override state = { failures: [] as unknown[] };

  static getDerivedStateFromError(failure: unknown) {
    return { failures: [failure] };
  }

  override render() {
    const { children, instead } = this.props;
    const { failures } = this.state;
    return failures.length === 0
      ? children
      : instead(failures[0], () => this.setState({ failures: [] }));
  }
}
