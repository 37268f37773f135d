import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'

/** One applied recommendation whose result is known; micros per 30 days. */
export type MeasuredForecast = {
  rule: string
  predictedMicros: number
  predictedLowMicros: number
  predictedHighMicros: number
  measuredMicros: number
  /** Standard deviation of the measured amount. */
  errorMicros: number
}

/** How a rule's forecasts have come true. */
export type Calibration = {
  rule: string
  cases: number
  predictedMicros: number
  measuredMicros: number
  /** Share of cases whose measured amount lay in the forecast's 80 % range, fraction. */
  inRange: number
  /** What future forecasts of the rule are multiplied by, 0..1.5. */
  factor: number
}

/**
 * One line per rule. The factor is measured over predicted, each case weighed by how well it was measured, with five
 * imaginary cases that came true as predicted: it takes evidence to leave 1.
 */
export function calibrate(measured: readonly MeasuredForecast[]): Calibration[] {
  return [...Map.groupBy(measured, ({ rule }) => rule)]
    .map(([rule, cases]) => calibrationOf(rule, cases))
    .sort((a, b) => (a.rule < b.rule ? -1 : 1))
}

function calibrationOf(rule: string, cases: readonly MeasuredForecast[]): Calibration {
  const sum = (of: (one: MeasuredForecast) => number) =>
    cases.reduce((all, one) => all + of(one), 0)
  const weight = ({ predictedMicros: p, errorMicros: e }: MeasuredForecast) =>
    p ** 2 / (p ** 2 + e ** 2 || 1)
  const { calibrationWeight } = EFFECT_THRESHOLDS
  const predicted = cases.filter(({ predictedMicros }) => predictedMicros > 0)
  const ratios = predicted.reduce(
    (all, one) => all + weight(one) * (one.measuredMicros / one.predictedMicros),
    0,
  )
  const weights = predicted.reduce((all, one) => all + weight(one), 0)
  const factor = (ratios + calibrationWeight.value) / (weights + calibrationWeight.value)
  return {
    rule,
    cases: cases.length,
    predictedMicros: sum((one) => one.predictedMicros),
    measuredMicros: sum((one) => one.measuredMicros),
    inRange:
      cases.filter(
        (one) =>
          one.measuredMicros >= one.predictedLowMicros &&
          one.measuredMicros <= one.predictedHighMicros,
      ).length / cases.length,
    factor: Math.min(1.5, Math.max(0, factor)),
  }
}
