import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Replaces the children after an error; `again` renders the children again. */
  instead: (failure: unknown, again: () => void) => ReactNode;
}

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
