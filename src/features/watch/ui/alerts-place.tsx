const HEAD_PX = 29
const ROW_PX = 57
/** Three rows and the button for the others. */
const MOST_PX = 236

/** As high as so many alerts will be, so that nothing moves when they come. */
export function AlertsPlace({ count }: { count: number }) {
  return <div style={{ height: Math.min(MOST_PX, HEAD_PX + ROW_PX * count) }} />
}
