import type { AlertRow } from '../contract/alerts.ts'

export type Frame = { width: number; height: number; left: number; right: number; bottom: number }
type Point = AlertRow['trend'][number]

/** Paths of the figure and of its band in a frame; from zero, except shares, which are shown as far as they go. */
export function bandDrawing(trend: readonly Point[], metric: AlertRow['metric'], frame: Frame) {
  const values = trend
    .flatMap(({ seen, low, high }) => [seen, low, high])
    .filter((one) => one !== null)
  const top = Math.max(...values, metric === 'share' ? 0.01 : 1)
  const bottom = metric === 'share' ? Math.min(...values) * 0.8 : 0
  const { width, height, left, right } = frame
  const floor = height - frame.bottom
  const x = (at: number) => left + (at / Math.max(1, trend.length - 1)) * (width - left - right)
  const y = (value: number) => floor - ((value - bottom) / (top - bottom || 1)) * (floor - 4)
  const line = (figure: (point: Point) => number | null) => {
    let path = ''
    let isDown = false
    for (const [at, point] of trend.entries()) {
      const value = figure(point)
      if (value !== null) path += `${isDown ? 'L' : 'M'}${tenths(x(at))} ${tenths(y(value))}`
      isDown = value !== null
    }
    return path
  }
  return { x, y, top, bottom, floor, seen: line(({ seen }) => seen), band: bandPath(trend, x, y) }
}

/** There and back; days without a band break it off. */
function bandPath(
  trend: readonly Point[],
  x: (at: number) => number,
  y: (value: number) => number,
) {
  const known = trend.flatMap(({ low, high }, at) =>
    low === null || high === null ? [] : [{ at, low, high }],
  )
  if (known.length < 2) return ''
  const there = known.map(({ at, high }) => `${tenths(x(at))} ${tenths(y(high))}`)
  const back = known.toReversed().map(({ at, low }) => `${tenths(x(at))} ${tenths(y(low))}`)
  return `M${[...there, ...back].join('L')}Z`
}

const tenths = (pixels: number) => Math.round(pixels * 10) / 10
