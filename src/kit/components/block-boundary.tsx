import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'

/** Keeps a block that breaks, or whose code cannot be fetched, from taking the page with it. */
export class BlockBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <ErrorPanel message="No se ha podido mostrar este bloque." />
  }
}
