import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { plural, quantity } from '#shared/spanish-numbers.ts'
import { getTermDays } from '../../contract/term-days.ts'
import { TermsDrawing } from './terms-drawing.tsx'

type Piles = ReplyOf<typeof getTermDays>

/** What searches without a sale have cost, day after day; `children`, the sums, where no days are known. */
export function TermsPiling(props: { id: string; currencyCode: string; children: ReactNode }) {
  const { id, currencyCode, children } = props
  const query = useQuery(queryOf(getTermDays, { id }))
  if (query.isPending)
    return (
      <div role="status" aria-label="Cargando los días de cada búsqueda">
        <Skeleton className="h-45 w-full" />
      </div>
    )
  if (!query.data || query.data.all.length < 2) return children
  return (
    <figure className="@container">
      <figcaption className="mb-2 text-sm font-semibold text-pretty">
        {titleOf(query.data)}
      </figcaption>
      <TermsDrawing piles={query.data} currencyCode={currencyCode} />
    </figure>
  )
}

function titleOf({ all, expected }: Piles): string {
  const clicks = all.reduce((sum, day) => sum + day.clicks, 0)
  const seen = `${plural(clicks, 'clic', 'clics')} y ninguna conversión`
  if (expected === null || expected < LEAST_EXPECTED) return seen
  return `${seen}: con la tasa de sus campañas ya tocaban ${quantity(expected, 1)}`
}

/** Of fewer than one sale, none at all proves little. */
const LEAST_EXPECTED = 1
