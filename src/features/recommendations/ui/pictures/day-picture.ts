import { longDay } from '#shared/spanish-numbers.ts'
import type { EvidenceCard } from '../../contract/recommendations.ts'
import { numberOf, type Picture } from './picture.ts'

/** Conversions and clicks day by day around the days on which conversions were lost; null where the card has no days. */
export function lostDays(card: EvidenceCard): Picture | null {
  const days = card.table.rows.flatMap((row) => {
    const { day } = row
    const [clicks, conversions] = [numberOf(row, 'clicks'), numberOf(row, 'conversions')]
    return typeof day === 'string' && clicks !== null && conversions !== null
      ? [{ day, clicks, conversions }]
      : []
  })
  const [from, to] = [dayFigure(card, 'from'), dayFigure(card, 'to')]
  if (days.length < 2 || !from || !to) return null
  const last = days.findLast(({ day, conversions }) => day < from && conversions > 0)
  return {
    kind: 'days',
    title: last
      ? `El ${longDay(last.day)} llegaron conversiones; desde el ${longDay(from)} los clics siguen`
      : `Desde el ${longDay(from)} los clics siguen y las conversiones no`,
    days,
    from,
    to,
  }
}

function dayFigure({ figures }: EvidenceCard, key: string): string | null {
  const value = figures.find((figure) => figure.key === key)?.value
  return typeof value === 'string' ? value : null
}
