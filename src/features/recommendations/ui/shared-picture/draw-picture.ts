import type { Day } from '#shared/dates.ts'
import { PAPER } from '#shared/paper-colors.ts'
import { isProved, isVague, sumText, totalSentence } from '#shared/results-text.ts'
import { longDay, money } from '#shared/spanish-numbers.ts'
import { noTotalText } from '../../contract/result-words.ts'
import type { AccountResults } from '../../contract/results.ts'
import { leftOut, periodText, togetherOf } from '../results-words.ts'
import { drawCounts } from './draw-counts.ts'
import { drawProgress } from './draw-progress.ts'
import { drawRanges, type NamedRange } from './draw-ranges.ts'
import { drawRunning } from './draw-running.ts'
import {
  box,
  cutToWidth,
  EDGE,
  INNER,
  linesOf,
  type Measure,
  PICTURE,
  type Shape,
  sizeToFit,
  text,
} from './shapes.ts'

export type PictureInput = {
  accounts: readonly AccountResults[]
  period: string
  today: Day
  /** Colour of the agency, and its name where it has no logo. */
  brand: { name: string; colour: string; hasLogo: boolean; isOurs: boolean }
  measure: Measure
}

const BODY_BOTTOM = 466
const SMALL = { size: 15, colour: PAPER['ink-faint'] }
const SMALL_HEIGHT = 20
const HEADLINE = { most: 60, least: 46, inTwo: 42, lineHeight: 48 }

/**
 * What was applied as a picture to be sent: what all of it brings with its range, how it added up, and how many came out
 * which way, losses among them. Light for every reader: where it is opened there is no theme of ours.
 */
export function drawPicture(input: PictureInput): Shape[] {
  const { accounts, period, measure } = input
  const totals = totalsOf(accounts)
  const name = accounts.length === 1 ? accounts[0]!.accountName : `${accounts.length} cuentas`
  const { headline, sub } = sayTotal(totals, accounts)
  const { lines, size } = headlineLines(headline, measure)
  const below = 210 + (lines.length - 1) * HEADLINE.lineHeight
  return [
    box(0, 0, PICTURE.width, PICTURE.height, PAPER.surface),
    ...drawBrand(input, periodText(period)),
    text(
      cutToWidth(name, INNER, (words) => measure(words, 24, 500)),
      { y: 140, size: 24, weight: 500, colour: PAPER['ink-muted'] },
    ),
    ...lines.map((words, i) =>
      text(words, { y: 210 + i * HEADLINE.lineHeight, size, weight: 600 }),
    ),
    ...(sub ? [text(sub, { y: below + 38, size: 22, colour: PAPER['ink-muted'] })] : []),
    ...drawBody(input, totals, { top: below + (sub ? 74 : 40), bottom: BODY_BOTTOM }),
    ...drawCounts(
      accounts.flatMap(({ rows }) => rows),
      492,
      measure,
    ),
    ...drawSmallPrint(input, totals),
  ]
}

type Total = { currencyCode: string; sum: NonNullable<AccountResults['total']>; left: number }

/** One per currency: amounts do not add without a rate. */
function totalsOf(accounts: readonly AccountResults[]): Total[] {
  const currencies = [...Map.groupBy(accounts, ({ currencyCode }) => currencyCode)]
  return currencies.flatMap(([currencyCode, own]) => {
    const sum = togetherOf(own.flatMap(({ total }) => total ?? []))
    return sum ? [{ currencyCode, sum, left: leftOut(own, sum.cards) }] : []
  })
}

function drawBrand({ brand, measure }: PictureInput, period: string): Shape[] {
  const ours = brand.isOurs ? { mark: ourMark(EDGE, 44), width: 46 } : { mark: [], width: 0 }
  const most = INNER - ours.width - measure(period, 20, 400) - 40
  const name = cutToWidth(brand.name, most, (words) => measure(words, 26, 600))
  return [
    box(0, 0, PICTURE.width, 8, brand.colour),
    ...(brand.hasLogo ? [] : [text(name, { x: EDGE + ours.width, y: 70, size: 26, weight: 600 })]),
    ...ours.mark,
    text(period, {
      x: PICTURE.width - EDGE,
      y: 70,
      size: 20,
      align: 'right',
      colour: PAPER['ink-muted'],
    }),
    box(EDGE, 96, INNER, 1, PAPER.line),
  ]
}

/** The bars of our logo. */
function ourMark(x: number, y: number): Shape[] {
  const bar = (at: number, height: number): Shape => ({
    ...box(x + at, y + 26 - height, 4.5, height, PAPER['on-accent']),
    radius: 2.25,
  })
  return [
    { ...box(x, y, 34, 34, PAPER.accent), radius: 8 },
    bar(8.5, 8),
    bar(15, 12),
    bar(21.5, 17),
  ]
}

/** The finding, and what stands under it, smaller. */
function sayTotal(totals: readonly Total[], accounts: readonly AccountResults[]) {
  const [first, second] = totals
  if (!first) {
    const { headline, sub } = noTotalText(accounts)
    return { headline, sub: sub ?? 'De lo aplicado no queda ningún importe que sumar.' }
  }
  if (second)
    return {
      headline: `Lo que cambia al mes, en ${totals.length} monedas`,
      sub: 'Todo lo aplicado, frente a no haber tocado nada. Monedas distintas no se suman.',
    }
  const { sum, currencyCode } = first
  const sentence = totalSentence(sum, currencyCode)
  const [headline = sentence, rest] = sentence.split(' que si ')
  if (!rest) return { headline: sentence, sub: '' }
  // Where it may be chance a middle would be read as what came of it.
  if (!isProved(sum)) return { headline, sub: `que si ${rest}` }
  const likely = `${money(Math.abs(sum.estimate), currencyCode)} ${sum.estimate < 0 ? 'menos' : 'más'}`
  return { headline, sub: `que si ${rest}; lo más probable, ${likely}` }
}

/** As large as it fits on one line; where that is too small, on two. */
function headlineLines(words: string, measure: Measure): { lines: string[]; size: number } {
  const size = sizeToFit(HEADLINE, INNER, (at) => measure(words, at, 600))
  if (measure(words, size, 600) <= INNER) return { lines: [words], size }
  const lines = linesOf(words, INNER, (line) => measure(line, HEADLINE.inTwo, 600))
  return { lines, size: HEADLINE.inTwo }
}

type Room = { top: number; bottom: number }

/** How it added up; where that is no one line, the ranges that make the finding; before any, how far measuring is. */
function drawBody(input: PictureInput, totals: readonly Total[], room: Room): Shape[] {
  const { accounts, measure } = input
  const [only] = accounts
  const [total] = totals
  if (!total)
    return drawProgress(
      accounts.flatMap(({ rows }) => rows),
      room,
      measure,
    )
  if (accounts.length === 1 && only && !isVague(total.sum) && only.running.length > 1)
    return drawRunning(only.running, only.currencyCode, room, measure)
  const ranges = totals.length > 1 ? totals.map(ofCurrency) : accounts.flatMap(ofAccount)
  return drawRanges(ranges.length > 1 ? ranges : totals.map(ofCurrency), room, measure)
}

const ofCurrency = ({ currencyCode, sum }: Total): NamedRange => ({
  name: currencyCode,
  currencyCode,
  ...sum,
})

function ofAccount({ accountName, currencyCode, total }: AccountResults): NamedRange[] {
  return total ? [{ name: accountName, currencyCode, ...total }] : []
}

/** How it is known, and what it leaves out. */
function drawSmallPrint({ today, measure }: PictureInput, totals: readonly Total[]): Shape[] {
  const cards = totals.reduce((all, { sum }) => all + sum.cards, 0)
  const left = totals.reduce((all, one) => all + one.left, 0)
  const others = left > 0 ? `; ${left === 1 ? 'otro no se suma' : `otros ${left} no se suman`}` : ''
  const sentences =
    cards > 0
      ? [
          `${sumText(cards)}, frente a lo que no se tocó${others}.`,
          'En 8 de cada 10 casos, lo verdadero queda entre los dos extremos.',
        ]
      : ['Cada cambio se mide unas semanas frente a lo que no se tocó, salga bien o mal.']
  const by = `Medido con Pujante · ${longDay(today)}`
  const widthOf = (words: string) => measure(words, SMALL.size, 400)
  const room = INNER - widthOf(by) - 40
  const lines = sentences.flatMap((sentence) => linesOf(sentence, room, widthOf))
  const last = 598
  return [
    ...lines.map((words, i) =>
      text(words, { ...SMALL, y: last - (lines.length - 1 - i) * SMALL_HEIGHT }),
    ),
    text(by, { ...SMALL, y: last, x: PICTURE.width - EDGE, align: 'right' }),
  ]
}
