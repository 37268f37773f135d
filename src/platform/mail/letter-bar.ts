import { PAPER, type PaperColor } from '#shared/paper-colors.ts'
import { escapeHtml } from '../html.ts'
import type { LetterBar, LetterList } from './letter.ts'

// Cells of a table: most mail programs load no pictures unasked, and few draw SVG.
const TABLE =
  '<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;margin:6px 0 4px"><tr>'
/** All bars of a list stand on one grid of so many columns, or zero would lie elsewhere in each. */
const COLUMNS = 49

type Run = { span: number; isIn: boolean; mark?: 'dot' | 'zero'; starts: boolean; ends: boolean }

/** The range as a line, a dot where it is most likely, and zero as an upright where it lies. */
export function barHtml(bar: LetterBar, color: PaperColor): string {
  const cells = runsOf(bar).map((run) => {
    const width = Math.round((run.span / COLUMNS) * 10_000) / 100
    return `<td width="${width}%" valign="middle" style="height:14px;font-size:0;line-height:0">${runHtml(run, color)}</td>`
  })
  return `${TABLE}${cells.join('')}</tr></table>`
}

function runsOf(bar: LetterBar): Run[] {
  const column = (share: number) => Math.round(share * (COLUMNS - 1))
  const [low, dot, high] = [column(bar.low), column(bar.estimate), column(bar.high)]
  const zero = column(bar.zero)
  const runs: Run[] = []
  for (let at = 0; at < COLUMNS; at++) {
    const mark = at === dot ? 'dot' : at === zero ? 'zero' : undefined
    const run: Run = {
      span: 1,
      isIn: at >= low && at <= high,
      starts: at === low,
      ends: at === high,
      ...(mark && { mark }),
    }
    const last = runs.at(-1)
    if (last && !last.mark && !mark && last.isIn === run.isIn) {
      last.span++
      last.ends ||= run.ends
    } else runs.push(run)
  }
  return runs
}

function runHtml({ isIn, mark, starts, ends }: Run, color: PaperColor): string {
  if (mark === 'dot') return filled(8, color, 4)
  const line = isIn ? filled(2, color) : '<div style="height:2px"></div>'
  if (mark === 'zero') return framed(line, 6, 'ink-faint', '0 0 0 1px')
  if (!isIn) return ''
  return framed(line, 3, color, `0 ${ends ? 2 : 0}px 0 ${starts ? 2 : 0}px`)
}

function filled(height: number, color: PaperColor, radius = 0): string {
  return `<div class="bg-${color}" style="height:${height}px;border-radius:${radius}px;background:${PAPER[color]}"></div>`
}

/** Its text colour is the border's too, dark ones included. */
function framed(inner: string, padding: number, color: PaperColor, widths: string): string {
  return `<div class="${color}" style="padding:${padding}px 0;border-style:solid;border-width:${widths};color:${PAPER[color]}">${inner}</div>`
}

/** What the bars count and between what, above the first. */
export function axisHtml({ title, least, most }: NonNullable<LetterList['axis']>): string {
  const cell = (text: string, align: string, width: number) =>
    `<td class="ink-faint" width="${width}%" align="${align}" style="font:400 12px/16px Arial,sans-serif;color:${PAPER['ink-faint']}">${escapeHtml(text)}</td>`
  return `${TABLE}${cell(least, 'left', 28)}${cell(title, 'center', 44)}${cell(most, 'right', 28)}</tr></table>`
}
