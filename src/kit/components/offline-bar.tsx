import { useSyncExternalStore } from 'react'

/** Stands over a page while the browser has no line; what is decided meanwhile is refused in its place. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(followLine, hasLine, assumeLine)
  return (
    <div aria-live="polite" className="sticky top-12 z-15 print:hidden">
      {!isOnline && (
        <p className="flex min-h-8 items-center border-b border-line bg-sunken px-4 py-1 text-sm text-pretty md:px-8">
          Sin conexión: no se envía nada hasta que vuelva.
        </p>
      )}
    </div>
  )
}

const hasLine = () => navigator.onLine
const assumeLine = () => true

function followLine(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
