import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer, plural, quantity } from '#shared/spanish-numbers.ts'
import { getTermDays } from '../../contract/term-days.ts'
import { TermsDrawing } from './terms-drawing.tsx'

type Piles = ReplyOf<typeof getTermDays>

/**
 * What searches without a sale have cost, day after day; `children`, the sums, where no days are known. `listedPart`: how
 * many they are, where the card counts others as well.
 */
export function TermsPiling(props: {
  id: string
  currencyCode: string
  listedPart: number | null
  children: ReactNode
}) {
  const { id, currencyCode, listedPart, children } = props
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
        {titleOf(query.data, listedPart)}
      </figcaption>
      <TermsDrawing
        piles={query.data}
        currencyCode={currencyCode}
        sumName={listedPart === null ? 'Todas' : `Estas ${integer(listedPart)}`}
      />
    </figure>
  )
}

function titleOf({ all, expected }: Piles, listedPart: number | null): string {
  const clicks = all.reduce((sum, day) => sum + day.clicks, 0)
  const whose =
    listedPart === null ? '' : `${plural(listedPart, 'búsqueda', 'búsquedas')} de la tabla: `
  const seen = `${whose}${plural(clicks, 'clic', 'clics')} y ninguna conversión`
  if (expected === null || expected < LEAST_EXPECTED) return seen
  return `${seen}; con la tasa de sus campañas ya tocaban ${quantity(expected, 1)}`
}

/** Of fewer than one sale, none at all proves little. */
const LEAST_EXPECTED = 1
