import { Component, type ReactNode, useEffect } from 'react'
import { Button } from '#kit/components/button.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { useLocation } from '#kit/router/router.tsx'

/** Catches what no screen handled: a crash while drawing, a screen that could not be downloaded. */
export function ScreenErrorBoundary({ children }: { children: ReactNode }) {
  // Another address is another try.
  const { pathname } = useLocation()
  return <CrashBoundary key={pathname.split('/')[1]}>{children}</CrashBoundary>
}

class CrashBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <CrashScreen /> : this.props.children
  }
}

function CrashScreen() {
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <Screen title="Unexpected Application Error!">
      <p className="max-w-md text-ink-muted" lang="es">
        {navigator.onLine
          ? 'La página no se pudo mostrar. Si acabamos de publicar una versión nueva, recargar la arregla.'
          : 'No hay conexión. La página se cargará sola en cuanto vuelva.'}
      </p>
      <Button look="primary" onClick={reload}>
        <span lang="es">Recargar página</span>
      </Button>
    </Screen>
  )
}

const reload = () => window.location.reload()

/** The dashboard's frame already is a `main`; `inFrame` draws only what goes inside. */
export function Screen(props: { title: string; inFrame?: boolean; children: ReactNode }) {
  const { title, inFrame = false, children } = props
  const Frame = inFrame ? 'div' : 'main'
  return (
    <Frame
      lang="en"
      className="grid min-h-[70dvh] flex-1 content-center justify-items-center gap-4 p-6 text-center"
    >
      <title>{`${title} · Pujante`}</title>
      {!inFrame && <Logo className="mb-4 text-lg" />}
      <h1 className="text-xl font-semibold text-balance">{title}</h1>
      {children}
    </Frame>
  )
}
