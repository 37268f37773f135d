import { classes } from '#kit/class-names.ts'
import { MICROS } from '#shared/metrics.ts'
import { money, wholeMoney } from '#shared/spanish-numbers.ts'
import { type Share, shareFinding, sharePrices, type Whole } from './share-figures.ts'

type ShareRow = Share & { key: string; figures: readonly string[] }

/**
 * Parts of the spend: each with two bars, how much of it is spent there and how much of the conversions comes from there, its
 * figures, and what a conversion costs there with its 80 % range on the scale of all.
 */
export function ShareTable(props: {
  caption: string
  titles: readonly string[]
  rows: readonly ShareRow[]
  currencyCode: string
  /** What they are parts of, where that is more than they are. */
  whole?: Whole
}) {
  const { caption, titles, rows, currencyCode, whole } = props
  const prices = sharePrices(rows, whole)
  return (
    <div>
      <p className="font-medium text-pretty">{shareFinding(rows, whole)}</p>
      <Key hasGain={prices.mean !== null} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section tabIndex={0} aria-label={caption} className="relative mt-1 overflow-x-auto">
        <table className="tabular w-full text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-xs text-ink-muted">
              {titles.map((title, at) => (
                <th
                  key={title}
                  scope="col"
                  className={classes(
                    'px-2 py-2 font-medium whitespace-nowrap',
                    at === 0 ? 'sticky left-0 bg-surface text-left' : 'text-right',
                    at > 0 && title !== titleOnPhones(titles) && 'max-sm:hidden',
                  )}
                >
                  {title}
                </th>
              ))}
              {prices.mean !== null && (
                <th
                  scope="col"
                  className="py-2 pl-4 text-left font-medium max-sm:min-w-28 sm:w-56 sm:min-w-40"
                >
                  <span className="max-sm:sr-only">Lo que cuesta una conversión</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <Row
                key={row.key}
                row={row}
                titles={titles}
                mean={prices.mean}
                end={prices.end}
                currencyCode={currencyCode}
                {...(prices.rows[at] ?? NOTHING)}
              />
            ))}
          </tbody>
        </table>
      </section>
      {prices.mean !== null && (
        <p className="mt-2 text-xs text-ink-muted text-pretty">
          Horquilla: donde queda 8 de cada 10 veces, de 0 a{' '}
          {wholeMoney(prices.end * MICROS, currencyCode)}. A trazos, la media:{' '}
          {money(prices.mean * MICROS, currencyCode)}. Con pocas conversiones la horquilla es ancha.
        </p>
      )}
    </div>
  )
}

/** The figure that the bars do not say already; there is room for one. */
const titleOnPhones = (titles: readonly string[]) =>
  titles.includes('Coste/conv.') ? 'Coste/conv.' : 'Gasto'

type Drawn = ReturnType<typeof sharePrices>['rows'][number]
const NOTHING: Drawn = { share: 0, gain: null, price: null }

function Key({ hasGain }: { hasGain: boolean }) {
  if (!hasGain) return null
  return (
    <p aria-hidden="true" className="mt-1 flex flex-wrap gap-x-4 text-xs text-ink-muted">
      <span className="inline-flex items-center gap-1.5">
        <span className="h-1.5 w-4 bg-ink/70" /> Parte del gasto
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="h-1.5 w-4 border border-ink/70" /> Parte de las conversiones
      </span>
    </p>
  )
}

function Row(
  props: Drawn & {
    row: ShareRow
    titles: readonly string[]
    mean: number | null
    end: number
    currencyCode: string
  },
) {
  const { row, titles, mean, share, gain } = props
  return (
    <tr className="border-t border-line">
      <th
        scope="row"
        className="sticky left-0 min-w-30 bg-surface px-2 py-1.5 text-left font-normal sm:min-w-40"
      >
        <span className="line-clamp-2 wrap-anywhere" title={row.name}>
          {row.name}
        </span>
        <svg aria-hidden="true" className="mt-1 block h-3.5 w-full" preserveAspectRatio="none">
          <rect width={`${share * 100}%`} height="6" className="fill-ink/70" />
          {gain !== null && (
            <rect
              x="0.5"
              y="8.5"
              width={`${Math.max(0.3, gain * 99)}%`}
              height="5"
              className="fill-none stroke-ink/70"
            />
          )}
        </svg>
      </th>
      {row.figures.map((figure, at) => (
        <td
          key={titles[at + 1]}
          className={classes(
            'px-2 py-1.5 text-right whitespace-nowrap',
            titles[at + 1] !== titleOnPhones(titles) && 'max-sm:hidden',
          )}
        >
          {figure}
        </td>
      ))}
      {mean !== null && (
        <td className="py-1.5 pl-4">
          <PriceMark {...props} mean={mean} />
        </td>
      )}
    </tr>
  )
}

/** A range that goes on beyond the scale, or has no upper end, has none drawn. */
function PriceMark(
  props: Pick<Drawn, 'price'> & { mean: number; end: number; currencyCode: string },
) {
  const { price, mean, end, currencyCode } = props
  const at = (value: number) => `${Math.min(100, (value / end) * 100)}%`
  if (!price) return <span className="text-xs text-ink-faint">sin gasto</span>
  const isOpen = price.high === null || price.high > end
  const low = Math.min(1, price.low / end)
  const high = isOpen ? 1 : Math.min(1, (price.high ?? end) / end)
  const text = (value: number) => wholeMoney(value * MICROS, currencyCode)
  return (
    <>
      <svg aria-hidden="true" className="block h-5 w-full" preserveAspectRatio="none">
        <path d="M0.5 0V20" className="stroke-line-strong" />
        <line
          x1={at(mean)}
          x2={at(mean)}
          y1="0"
          y2="20"
          className="stroke-ink-faint [stroke-dasharray:3_2]"
        />
        <rect
          x={`${low * 100}%`}
          y="6"
          width={`${Math.max(0.6, (high - low) * 100)}%`}
          height="8"
          className={price.mid === null ? 'fill-doubt-fill' : 'fill-ink/30'}
        />
        {[low, ...(isOpen ? [] : [high])].map((place) => (
          <line
            key={place}
            x1={`${place * 100}%`}
            x2={`${place * 100}%`}
            y1="4"
            y2="16"
            className="stroke-ink"
          />
        ))}
        {price.mid !== null && price.mid <= end && (
          <line
            x1={at(price.mid)}
            x2={at(price.mid)}
            y1="3"
            y2="17"
            className="stroke-ink stroke-3"
          />
        )}
      </svg>
      <span className="sr-only">
        {price.high === null
          ? `más de ${text(price.low)}, sin tope conocido`
          : `de ${text(price.low)} a ${text(price.high)}`}
      </span>
    </>
  )
}
