import { PAPER } from '#shared/paper-colors.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { stateText, waitingText } from '../../contract/result-words.ts'
import type { ResultRow } from '../../contract/results.ts'
import { box, cutToWidth, EDGE, INNER, type Measure, PICTURE, type Shape, text } from './shapes.ts'

const MOST_ROWS = 3
const ROW_HEIGHT = 58

/** Before any amount: what is being measured and how far it is, the nearest first. */
export function drawProgress(
  rows: readonly ResultRow[],
  room: { top: number; bottom: number },
  measure: Measure,
): Shape[] {
  const running = rows.filter(({ standing }) => standing === 'measuring')
  const measuring = (running.length > 0 ? running : rows).toSorted(
    (a, b) => b.progress - a.progress,
  )
  const rest = measuring.length - MOST_ROWS
  return [
    ...measuring
      .slice(0, MOST_ROWS)
      .flatMap((row, i) => drawRow(row, room.top + i * ROW_HEIGHT + 10, measure)),
    ...(rest > 0
      ? [
          text(`Y ${plural(rest, 'cambio más', 'cambios más')}.`, {
            y: room.top + MOST_ROWS * ROW_HEIGHT + 14,
            size: 16,
            colour: PAPER['ink-faint'],
          }),
        ]
      : []),
  ]
}

function drawRow(row: ResultRow, y: number, measure: Measure): Shape[] {
  const isMeasuring = row.standing === 'measuring'
  const waiting = (isMeasuring && waitingText(row)) || stateText(row)
  const most = INNER - measure(waiting, 18, 400) - 40
  return [
    text(
      cutToWidth(row.title, most, (words) => measure(words, 20, 500)),
      { y: y + 8, size: 20, weight: 500 },
    ),
    text(waiting, {
      x: PICTURE.width - EDGE,
      y: y + 8,
      size: 18,
      align: 'right',
      colour: PAPER['ink-muted'],
    }),
    box(EDGE, y + 20, INNER, isMeasuring ? 8 : 1, isMeasuring ? PAPER.sunken : PAPER.line),
    ...(isMeasuring
      ? [box(EDGE, y + 20, Math.max(4, row.progress * INNER), 8, PAPER['ink-muted'])]
      : []),
  ]
}
