import { expect, test } from 'vitest'
import { barHtml } from './letter-bar.ts'

/** The cells as what they show and where each begins, percent. */
function cellsOf(html: string) {
  let from = 0
  return [...html.matchAll(/<td width="([\d.]+)%"[^>]*>(.*?)<\/td>/g)].map(
    ([, width, inside = '']) => {
      const cell = { from: Math.round(from), width: Number(width), inside }
      from += cell.width
      return cell
    },
  )
}

const zeroOf = (html: string) => cellsOf(html).find(({ inside }) => inside.includes('0 0 0 1px'))

test('zero lies at the same place in every bar of a list', () => {
  const below = barHtml({ low: 0, estimate: 0.2, high: 0.4, zero: 0.43 }, 'danger')
  const above = barHtml({ low: 0.7, estimate: 0.8, high: 1, zero: 0.43 }, 'success')
  const across = barHtml({ low: 0.3, estimate: 0.5, high: 0.6, zero: 0.43 }, 'ink-muted')
  const zeros = [below, above, across].map((html) => zeroOf(html)?.from)
  expect(zeros).toEqual([43, 43, 43])
  // Only where the range goes over it does the line.
  expect([below, above, across].map((html) => /class="bg-/.test(zeroOf(html)!.inside))).toEqual([
    false,
    false,
    true,
  ])
})

test('the line goes from end to end of the range, with the dot at the estimate', () => {
  const cells = cellsOf(barHtml({ low: 0.25, estimate: 0.5, high: 0.75, zero: 0 }, 'success'))
  const drawn = cells.filter(({ inside }) => inside.includes('bg-success'))
  expect(drawn.map(({ from }) => from)).toEqual([24, 49, 51])
  expect(drawn[1]!.inside).toContain('border-radius:4px')
  expect(drawn[0]!.inside).toContain('border-width:0 0px 0 2px')
  expect(drawn[2]!.inside).toContain('border-width:0 2px 0 0px')
  expect(cells.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100, 0)
})
