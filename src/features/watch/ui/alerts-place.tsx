import { Card } from '#kit/components/card.tsx'
import { FIRST_ALERTS } from './first-alerts.ts'

/** As high as so many alerts will be, so that nothing moves when they come. */
export function AlertsPlace({ count }: { count: number }) {
  return (
    <Card role="status" aria-label="Cargando avisos">
      <div className="h-7 border-b border-line" />
      {Array.from({ length: Math.min(FIRST_ALERTS, count) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={at} className="h-14 border-b border-line last:border-b-0 max-sm:h-18" />
      ))}
      {count > FIRST_ALERTS && <div className="h-9" />}
    </Card>
  )
}
