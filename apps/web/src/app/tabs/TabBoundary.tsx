import { Component, type ReactNode } from 'react';
import { ErrorRetry } from '../../ui/feedback.tsx';

interface Props {
  readonly children: ReactNode;
  readonly onRetry: () => void;
}

/** A page that fails breaks its own tab only. */
export class TabBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <ErrorRetry text="页面出错，可点击重试" error={this.state.error} onRetry={this.props.onRetry} />;
  }
}
