/** Shown before the button for the others. */
export const FIRST_ALERTS = 3

/** As high as so many alerts will be, so that nothing moves when they come: their heading, each of them, the button. */
export function AlertsPlace({ count, first = FIRST_ALERTS }: { count: number; first?: number }) {
  const rows = Array.from({ length: Math.min(count, first) }, (_, at) => at)
  return (
    <div>
      <div className="h-[29px]" />
      {rows.map((at) => (
        <div key={at} className="h-[57px]" />
      ))}
      {count > first && <div className="h-9" />}
    </div>
  )
}
