import type { ReplyOf } from '#shared/endpoint.ts'
import type { AlertRow, getAlert } from '../contract/alerts.ts'

type Detail = ReplyOf<typeof getAlert>

/**
 * What the change is made of, each part from where the one before ended: the last ends at the whole. Parts that push the
 * same way as the whole have its colour, those against it the other.
 */
export function CauseBars({ detail, tone }: { detail: Detail; tone: AlertRow['tone'] }) {
  const ends: number[] = []
  for (const { amount } of detail.parts) ends.push((ends.at(-1) ?? 0) + amount)
  const low = Math.min(0, ...ends)
  const span = Math.max(0, ...ends) - low || 1
  const place = (value: number) => ((value - low) / span) * 100
  const whole = ends.at(-1) ?? 0
  return (
    <table className="w-full text-sm">
      <caption className="mb-1 text-left font-semibold">De qué se compone</caption>
      <tbody>
        {detail.parts.map(({ text, share, amount }, at) => {
          const from = ends[at - 1] ?? 0
          const left = place(Math.min(from, from + amount))
          return (
            <tr key={text} className="border-t border-line">
              <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere">
                {text}
                <svg
                  aria-hidden="true"
                  viewBox="0 0 100 4"
                  preserveAspectRatio="none"
                  className="mt-1 block h-2 w-full"
                >
                  <path
                    d={`M${place(0)} 0V4`}
                    className="stroke-line-strong [vector-effect:non-scaling-stroke]"
                  />
                  <rect
                    x={left}
                    y={0}
                    width={Math.max(0.8, (Math.abs(amount) / span) * 100)}
                    height={4}
                    className={FILLS[tone][amount * whole < 0 ? 'against' : 'along']}
                  />
                </svg>
              </th>
              <td className="tabular w-20 py-1 text-right align-top whitespace-nowrap">{share}</td>
            </tr>
          )
        })}
        <tr className="border-t border-line-strong font-semibold">
          <th scope="row" className="py-1 text-left">
            En total, frente a lo normal
          </th>
          <td className="tabular py-1 text-right whitespace-nowrap">{detail.change}</td>
        </tr>
      </tbody>
    </table>
  )
}

const FILLS = {
  better: { along: 'fill-better-fill', against: 'fill-worse-fill' },
  worse: { along: 'fill-worse-fill', against: 'fill-better-fill' },
  neutral: { along: 'fill-ink/70', against: 'fill-ink/30' },
} as const
