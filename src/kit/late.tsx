import { type ComponentType, lazy, useEffect, useSyncExternalStore } from 'react'
import { ErrorPanel } from './components/error-panel.tsx'
import { toast } from './components/toast.tsx'

const CHECK_THE_LINE =
  'Comprueba la conexión. Si acabamos de publicar una versión nueva, recargar la página lo arregla.'
/** Each browser has words of its own for a module that could not be fetched; what breaks when it runs is another fault. */
const UNFETCHED = /\bmodule\b/i

/** The code of a part: what is drawn of it now, and how it is asked for once more. */
type Source<P> = {
  present: () => ComponentType<P>
  subscribe: (listener: () => void) => () => void
  askAgain: () => void
  instead: ComponentType<P> | undefined
}

/**
 * A part whose code is fetched when it is drawn. Where that fails, as without a line, the page stands: a block says so and
 * asks again by its button or once the line is back, what was to open as a dialog closes with a notice. `instead` draws
 * what stands there meanwhile.
 */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  instead?: ComponentType<P>,
): ComponentType<P> {
  const listeners = new Set<() => void>()
  const absent: ComponentType<P> = (own) => <Absent source={source} own={own} />
  const ask = (): ComponentType<P> =>
    lazy(async () => {
      const unlessFetched = (error: unknown) => {
        if (!UNFETCHED.test(String(error))) throw error
        return absent
      }
      return { default: await load().catch(unlessFetched) }
    })
  let part = ask()
  const source: Source<P> = {
    present: () => part,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    askAgain: () => {
      part = ask()
      for (const notify of listeners) notify()
    },
    instead,
  }
  return (own) => <LatePart source={source} own={own} />
}

/** For parts that are not missed where their code cannot come. */
export const Nothing = () => null

function LatePart<P extends object>({ source, own }: { source: Source<P>; own: P }) {
  const Part = useSyncExternalStore(source.subscribe, source.present, source.present)
  return <Part {...own} />
}

function Absent<P extends object>({ source, own }: { source: Source<P>; own: P }) {
  const { askAgain, instead: Instead } = source
  useEffect(() => {
    window.addEventListener('online', askAgain)
    return () => window.removeEventListener('online', askAgain)
  }, [askAgain])
  if (Instead) return <Instead {...own} />
  return 'onClose' in own ? (
    <CloseAgain onClose={own.onClose as () => void} askAgain={askAgain} />
  ) : (
    <ErrorPanel
      title="Esta parte no se ha podido cargar"
      message={CHECK_THE_LINE}
      onRetry={askAgain}
    />
  )
}

function CloseAgain({ onClose, askAgain }: { onClose: () => void; askAgain: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes once
  useEffect(() => {
    toast({ variant: 'destructive', title: 'No se ha podido abrir', description: CHECK_THE_LINE })
    onClose()
    // Opened another time it is asked for anew.
    return askAgain
  }, [])
  return null
}
