import { Button } from '#kit/components/button.tsx'
import { Pagination } from '#kit/components/pagination.tsx'
import { Section } from '#kit/components/section.tsx'
import { pageCount } from '#kit/table-rows.ts'
import { pageFrom } from '#kit/table-view.ts'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import { type Kind, kindOf } from '../contract/result-words.ts'
import type { AccountResults, ResultRow } from '../contract/results.ts'
import { ResultsRows, type ShownRow } from './results-rows.tsx'
import { scaleOf } from './results-scale.ts'

const PAGE_SIZE = 25

type View = {
  text: string
  shows: (row: ResultRow) => boolean
  /** Offered only where there are any. */
  isRare?: boolean
}

const ofKind =
  (...kinds: Kind[]) =>
  (row: ResultRow) =>
    kinds.includes(kindOf(row))

/** Which rows each choice shows; `perdido` stands second, never at the end. */
const VIEWS: Record<string, View> = {
  todas: { text: 'Todas', shows: () => true },
  perdido: { text: 'Perdido', shows: ofKind('lost') },
  ganado: { text: 'Ganado', shows: ofKind('won') },
  igual: { text: 'Sin cambios', shows: ofKind('same'), isRare: true },
  abierto: { text: 'Sin concluir', shows: ofKind('open', 'unmeasured') },
  midiendo: { text: 'Midiéndose', shows: ofKind('measuring') },
  deshecho: { text: 'Deshechas', shows: ({ standing }) => standing === 'undone', isRare: true },
}

export function ResultsBody({ accounts }: { accounts: readonly AccountResults[] }) {
  const { params, change } = useUrlState()
  const view = oneOf(Object.keys(VIEWS), params.get('ver')) ?? 'todas'
  const all = shownOf(accounts)
  const rowsIn = ({ shows }: View) => all.filter(({ row }) => shows(row))
  const shown = rowsIn(VIEWS[view]!)
  const offered = Object.entries(VIEWS).filter(
    ([id, one]) => !one.isRare || id === view || rowsIn(one).length > 0,
  )
  const pages = pageCount(shown.length, PAGE_SIZE)
  const page = Math.min(pageFrom(params.get('pagina')), pages)
  return (
    <Section
      title="Cada cambio aplicado"
      actions={offered.map(([id, one]) => (
        <Button
          key={id}
          size="sm"
          look={id === view ? 'secondary' : 'ghost'}
          aria-pressed={id === view}
          onClick={() => change({ ver: id === 'todas' ? null : id, pagina: null })}
        >
          {one.text} {rowsIn(one).length}
        </Button>
      ))}
    >
      {shown.length === 0 ? (
        <p className="px-4 py-6 text-sm text-ink-muted md:px-5">Ninguno.</p>
      ) : (
        <>
          <BarsKey />
          <ResultsRows shown={shown.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} />
        </>
      )}
      {pages > 1 && (
        <footer className="flex justify-center border-t border-line px-4 py-2 md:justify-end">
          <Pagination
            label="Cambios aplicados"
            page={page}
            pages={pages}
            onPage={(next) => change({ pagina: next > 1 ? String(next) : null })}
          />
        </footer>
      )}
    </Section>
  )
}

/** Which bar is which, and why the one that was measured may be the wider: it holds 95 of 100 cases, not 80. */
function BarsKey() {
  return (
    <p className="border-b border-line px-4 py-2 text-xs text-ink-muted text-pretty md:px-5">
      Barra hueca: lo previsto, donde queda 80 de cada 100 veces, como la suma de arriba. Barra
      llena: lo medido, donde queda 95 de cada 100, que es lo que decide el veredicto; por eso puede
      ser más ancha.
    </p>
  )
}

/** Newest first over all accounts; bars of one currency share their scale. */
function shownOf(accounts: readonly AccountResults[]): ShownRow[] {
  const scales = new Map(
    [...Map.groupBy(accounts, ({ currencyCode }) => currencyCode)].map(([currencyCode, own]) => [
      currencyCode,
      scaleOf(own.flatMap(({ rows }) => rows)),
    ]),
  )
  return accounts
    .flatMap(({ rows, accountName, currencyCode }) =>
      rows.map((row) => ({ row, accountName, currencyCode, scale: scales.get(currencyCode)! })),
    )
    .sort((a, b) => b.row.appliedOn.localeCompare(a.row.appliedOn))
}
