import { Button } from './button.tsx'

/** Over data that could not be refreshed: says so, why, and offers another try. */
export function CacheNote(props: { message: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-warning-soft px-3 py-2 text-sm text-warning"
    >
      <p className="min-w-0 flex-1">{props.message} (Mostrando datos en cache)</p>
      <Button size="sm" onClick={props.onRetry}>
        Reintentar
      </Button>
    </div>
  )
}
