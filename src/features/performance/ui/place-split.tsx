import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#kit/components/button.tsx'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { longDay, plural } from '#shared/spanish-numbers.ts'
import { listAccountPlaces } from '../contract/account-views.ts'
import { SHARE_TITLES, type ShareSums, shareFigures, sumOfShares } from './share-figures.ts'
import { ShareTable } from './share-table.tsx'
import { type SplitProps, SplitQuery } from './split-query.tsx'

type Places = ReplyOf<typeof listAccountPlaces>
type Row = ShareSums & { key: string; name: string }

const FIRST_PLACES = 12

/** The range by region; the bars are shares of what is spent in all of them. */
export function PlaceSplit({ customerId, currencyCode, range, campaignId }: SplitProps) {
  const query = useQuery(
    queryOf(listAccountPlaces, { customerId, ...range, campaignId: campaignId ?? undefined }),
  )
  const [isWhole, setWhole] = useState(false)
  return (
    <SplitQuery
      query={query}
      action="la carga de lugares"
      isEmpty={(places) => places.length === 0}
    >
      {(places) => {
        const spend = places.reduce((sum, place) => sum + place.spend, 0)
        return (
          <div className="flex flex-col gap-3">
            <ShareTable
              caption="Reparto por lugar"
              currencyCode={currencyCode}
              titles={['Lugar', ...SHARE_TITLES]}
              rows={rowsOf(places, isWhole).map((row) => ({
                key: row.key,
                name: row.name,
                spend: row.spend,
                conversions: row.conversions,
                figures: shareFigures(row, spend, currencyCode),
              }))}
            />
            {places.length > FIRST_PLACES && (
              <Button
                size="sm"
                className="self-start"
                aria-expanded={isWhole}
                onClick={() => setWhole(!isWhole)}
              >
                {isWhole ? 'Ver menos' : 'Ver todos los lugares'}
              </Button>
            )}
            <p className="text-xs text-ink-faint">
              Dónde estaba, o por qué lugar se interesaba, quien vio los anuncios, según Google.
              {places[0]?.knownFrom &&
                ` De antes del ${longDay(places[0].knownFrom)} no se conocen los lugares: esos días no están en estas sumas.`}
            </p>
          </div>
        )
      }}
    </SplitQuery>
  )
}

function rowsOf(places: Places, isWhole: boolean): Row[] {
  const countries = new Set(places.map(({ countryCode }) => countryCode).filter(Boolean))
  const rows = places.map((place) => ({
    ...place,
    key: place.id,
    name: nameOf(place, countries.size),
  }))
  if (isWhole || rows.length <= FIRST_PLACES) return rows
  const rest = rows.slice(FIRST_PLACES)
  const name = plural(rest.length, 'lugar más', 'lugares más')
  return [...rows.slice(0, FIRST_PLACES), { ...sumOfShares(rest), key: 'rest', name }]
}

/** With its country only where there are several. */
function nameOf({ id, name, countryCode }: Places[number], countries: number): string {
  if (id === '0') return 'Sin lugar conocido'
  if (name === null) return `Lugar ${id}, aún sin nombre`
  return countries > 1 && countryCode ? `${name} (${countryCode})` : name
}
