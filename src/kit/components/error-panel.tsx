import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** For a load that failed. Without `onRetry` only the page can be reloaded. */
export function ErrorPanel(props: { message: ReactNode; title?: string; onRetry?: () => void }) {
  const { message, title = 'Ha ocurrido un error', onRetry } = props
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-10 text-center">
      <TriangleAlert aria-hidden="true" className="size-7 text-danger" />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-ink-muted text-pretty">{message}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button look="primary" size="sm" onClick={onRetry}>
            Reintentar
          </Button>
        )}
        <Button size="sm" onClick={() => window.location.reload()}>
          Recargar página
        </Button>
      </div>
    </div>
  )
}
