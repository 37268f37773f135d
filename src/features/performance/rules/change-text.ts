import { quantity } from '#shared/spanish-numbers.ts'

/** '+5,3%', '-2%', '0%'; '—' where there is nothing to compare with. One decimal at most. */
export function changeText(current: number, previous: number): string {
  if (previous === 0) return current === 0 ? '0%' : '—'
  const percent = Math.round(((current - previous) / Math.abs(previous)) * 1000) / 10
  if (percent === 0) return '0%'
  return `${percent > 0 ? '+' : '-'}${quantity(Math.abs(percent), 1)}%`
}
