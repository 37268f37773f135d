import { PAPER } from '#shared/paper-colors.ts'

/** As large as what most programs show of a shared picture. */
export const PICTURE = { width: 1200, height: 630 }
export const EDGE = 64
/** Between its edges. */
export const INNER = PICTURE.width - 2 * EDGE

export type Weight = 400 | 500 | 600

/** A picture before it is painted: in pixels of `PICTURE`, texts by their baseline. */
export type Shape =
  | {
      kind: 'text'
      words: string
      x: number
      y: number
      size: number
      weight: Weight
      colour: string
      align: 'left' | 'center' | 'right'
    }
  | {
      kind: 'box'
      x: number
      y: number
      width: number
      height: number
      colour: string
      radius?: number
    }
  | { kind: 'line'; points: readonly Point[]; colour: string; width: number; dash?: number[] }
  | { kind: 'area'; points: readonly Point[]; colour: string }

export type Point = readonly [x: number, y: number]

/** How wide a text becomes in the face it is painted with. */
export type Measure = (words: string, size: number, weight: Weight) => number

type Look = Partial<Omit<Extract<Shape, { kind: 'text' }>, 'kind' | 'words'>>

export function text(words: string, look: Look & { y: number; size: number }): Shape {
  return {
    kind: 'text',
    words,
    x: EDGE,
    weight: 400,
    colour: PAPER.ink,
    align: 'left',
    ...look,
  }
}

export function box(x: number, y: number, width: number, height: number, colour: string) {
  return { kind: 'box', x, y, width, height, colour } as const
}

export function line(points: readonly Point[], colour: string, width: number, dash?: number[]) {
  return { kind: 'line', points, colour, width, ...(dash && { dash }) } as const
}

/** Where an amount stands between two places. */
export function placeOn(scale: { low: number; high: number }, from: number, to: number) {
  const span = scale.high - scale.low || 1
  return (value: number) => from + ((value - scale.low) / span) * (to - from)
}

const TAIL_SIGNS = 14

/** Cut in its middle where it has no room: names of one agency often differ only at the end. */
export function cutToWidth(words: string, most: number, widthOf: (words: string) => number) {
  if (widthOf(words) <= most) return words
  const signs = [...words]
  const tail = signs.slice(-TAIL_SIGNS).join('').trimStart()
  let head = signs.slice(0, -TAIL_SIGNS)
  const cut = () => `${head.join('').trimEnd()}…${tail}`
  while (head.length > 1 && widthOf(cut()) > most) head = head.slice(0, -1)
  return cut()
}

/** The largest whole size, within two limits, at which it fits. */
export function sizeToFit(
  sizes: { most: number; least: number },
  width: number,
  widthAt: (size: number) => number,
): number {
  let size = sizes.most
  while (size > sizes.least && widthAt(size) > width) size--
  return size
}

/** At blanks, as wide as there is room; a longer word stands alone. */
export function linesOf(words: string, most: number, widthOf: (words: string) => number): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || widthOf(`${last} ${word}`) > most) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
