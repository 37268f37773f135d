import { PAPER } from '#shared/paper-colors.ts'
import { totalSentence } from '#shared/results-text.ts'
import { longDay, money, plural } from '#shared/spanish-numbers.ts'
import type { AccountResults } from '../contract/results.ts'
import { countsOf, countsText, KINDS, type Kind, periodText } from './results-words.ts'

/** As large as what most programs show of a shared picture. */
export const PICTURE = { width: 1200, height: 630 }
const EDGE = 64
const CHART = { top: 300, bottom: 500 }

type Point = AccountResults['running'][number]

/**
 * One account's results as a picture to be sent: what all of it brings with its range, how it added up, and how many came out
 * which way, losses among them. In colours of its own: where it is opened there is no theme of ours.
 */
export function resultsPicture(
  { accountName, currencyCode, total, running, rows }: AccountResults,
  period: string,
): string | null {
  if (!total) return null
  const headline = linesOf(totalSentence(total, currencyCode), 38)
  const last = running.at(-1)
  const sum = last && running.length > 1 ? sumText(last, currencyCode) : ''
  const made = `Suma de ${plural(total.cards, 'resultado medido', 'resultados medidos')}, buenos y malos, frente a lo que no se tocó; en 8 de cada 10 casos.`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}" font-family="system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif">`,
    `<rect width="100%" height="100%" fill="${COLOURS.canvas}"/>`,
    text(`${accountName} · ${periodText(period)}`, { y: 84, size: 24, colour: COLOURS.muted }),
    ...headline.map((line, i) => text(line, { y: 146 + i * 52, size: 44, weight: 700 })),
    text(made, { y: 160 + headline.length * 52, size: 20, colour: COLOURS.muted }),
    ...(sum ? [drawing(running), text(sum, { y: CHART.bottom + 34, size: 20 })] : []),
    bar(rows),
    text(countsText(rows), { y: 604, size: 20, colour: COLOURS.muted }),
    `<text x="${PICTURE.width - EDGE}" y="604" font-size="20" text-anchor="end" fill="${COLOURS.muted}">Medido con Pujante</text>`,
    '</svg>',
  ].join('')
}

const COLOURS = {
  canvas: PAPER.surface,
  ink: PAPER.ink,
  muted: PAPER['ink-muted'],
  band: PAPER['accent-soft'],
  line: PAPER.accent,
}
const FILLS: Record<Kind, string> = {
  won: PAPER.success,
  lost: PAPER.danger,
  same: PAPER['ink-faint'],
  open: PAPER['doubt-fill'],
  measuring: PAPER.accent,
  undone: '#a5a199',
  unmeasured: '#c9c5bc',
}

function text(
  words: string,
  look: { y: number; size: number; weight?: number; colour?: string },
): string {
  const { y, size, weight = 400, colour = COLOURS.ink } = look
  return `<text x="${EDGE}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(words)}</text>`
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function sumText({ day, estimate, low, high }: Point, currencyCode: string): string {
  const say = (micros: number) => money(micros, currencyCode)
  return `Hasta el ${longDay(day)}: ${say(estimate)} (entre ${say(low)} y ${say(high)}).`
}

/** The sum so far, with its band; nothing in the middle. */
function drawing(running: readonly Point[]): string {
  const ends = running.flatMap(({ low, high }) => [low, high])
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const x = (i: number) => EDGE + (i / (running.length - 1)) * (PICTURE.width - 2 * EDGE)
  const y = (value: number) =>
    CHART.top + ((most - value) / (most - least || 1)) * (CHART.bottom - CHART.top)
  const path = (of: (point: Point) => number) =>
    running.map((point, i) => `${tenths(x(i))},${tenths(y(of(point)))}`)
  const band = [...path(({ high }) => high), ...path(({ low }) => low).reverse()]
  const zero = tenths(y(0))
  return [
    `<polygon points="${band.join(' ')}" fill="${COLOURS.band}"/>`,
    `<line x1="${EDGE}" x2="${PICTURE.width - EDGE}" y1="${zero}" y2="${zero}" stroke="${COLOURS.muted}"/>`,
    `<polyline points="${path(({ estimate }) => estimate).join(' ')}" fill="none" stroke="${COLOURS.line}" stroke-width="4"/>`,
  ].join('')
}

function bar(rows: AccountResults['rows']): string {
  const counts = countsOf(rows)
  const width = (PICTURE.width - 2 * EDGE) / (rows.length || 1)
  let from = EDGE
  return counts
    .map(({ kind, count }) => {
      const part = `<rect x="${tenths(from)}" y="558" width="${tenths(count * width - 2)}" height="14" fill="${FILLS[kind]}"><title>${KINDS[kind].text}</title></rect>`
      from += count * width
      return part
    })
    .join('')
}

const tenths = (pixels: number) => Math.round(pixels * 10) / 10

/** At blanks, so many letters at most; a word that is longer stands alone. */
function linesOf(words: string, most: number): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= most) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
