import { MICROS } from '#shared/metrics.ts'
import { wholeMoneyRange } from '#shared/spanish-numbers.ts'
import { RangeMark } from './range-mark.tsx'

type Example = { title: string; meta: string; kind: string; euros: [number, number, number] }

const EXAMPLES: readonly Example[] = [
  {
    title: 'Excluye las búsquedas con «gratis»: 214,30 € sin ninguna conversión',
    meta: 'Palabras clave',
    kind: 'ahorro',
    euros: [64, 108, 171],
  },
  {
    title: 'Sube el presupuesto de «Marca» de 17,00 € a 22,10 € al día',
    meta: 'Presupuesto',
    kind: 'beneficio',
    euros: [-20, 130, 305],
  },
]
const SCALE = { from: -20 * MICROS, to: 305 * MICROS }

/** Two invented decisions as they will stand here, said to be invented: what, and what it brings with its range. */
export function InboxExample() {
  return (
    <figure className="@container w-full max-w-3xl text-left">
      <figcaption className="mb-2 text-center text-xs text-ink-muted">
        Ejemplo, con cifras inventadas: qué cambiar, y de cuánto a cuánto trae al mes
      </figcaption>
      <ul
        aria-hidden="true"
        className="divide-y divide-line rounded-card border border-dashed border-line-strong"
      >
        {EXAMPLES.map(({ title, meta, kind, euros: [low, mid, high] }) => (
          <li
            key={title}
            className="grid gap-x-4 px-4 py-3 @2xl:grid-cols-[minmax(0,1fr)_10.5rem_7.5rem] @2xl:items-center"
          >
            <p className="font-semibold text-pretty text-ink-muted">
              {title}
              <span className="block text-xs font-normal">{meta}</span>
            </p>
            <RangeMark
              scale={SCALE}
              forecast={{
                monthlyLowMicros: low * MICROS,
                monthlyMidMicros: mid * MICROS,
                monthlyHighMicros: high * MICROS,
                kpi: 'coste',
              }}
              className="hidden @2xl:block"
            />
            <p className="tabular text-sm font-semibold text-ink-muted @2xl:text-right">
              {wholeMoneyRange({ low: low * MICROS, high: high * MICROS }, 'EUR')}
              <span className="block text-xs font-normal">{kind}</span>
            </p>
          </li>
        ))}
      </ul>
    </figure>
  )
}
