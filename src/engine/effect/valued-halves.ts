import type { ExperimentFigures } from './experiment-effect.ts'
import type { GoogleEstimate } from './google-estimates.ts'
import type { ArmFigures, HalvesByDay } from './halves-by-day.ts'
import { usualSales } from './sold-by-value.ts'

/**
 * Both halves of an experiment, counted by what their sales brought, in sales that bring what those of the half that was left alone do.
 * Null where amounts are not known of both.
 */
export function valuedHalves(figures: ExperimentFigures): ExperimentFigures | null {
  const { treatment, control, value, byDay } = figures
  if (!treatment.value || !control.value || control.conversions <= 0) return null
  const mean = control.value / control.conversions
  const [had, other] = [valuedArm(treatment, mean), valuedArm(control, mean)]
  return {
    ...figures,
    treatment: had,
    control: other,
    conversions: value ? inSales(value, had.conversions, other.conversions) : null,
    byDay: byDay && valuedDays(byDay, mean),
  }
}

const valuedArm = (arm: ArmFigures, mean: number): ArmFigures => ({
  ...arm,
  conversions: usualSales(arm.value ?? 0, mean),
})

const valuedDays = ({ treatment, control }: HalvesByDay, mean: number): HalvesByDay => ({
  treatment: treatment.map((day) => valuedArm(day, mean)),
  control: control.map((day) => valuedArm(day, mean)),
})

/**
 * Google tells of values how they relate, of conversions by how many they differ. With T and C of both halves the logarithm has the error
 * error / (1 + estimate) there, and error / √(T C) here.
 */
function inSales({ estimate, margin, p }: GoogleEstimate, had: number, other: number) {
  const times = Math.sqrt(had * other) / (1 + estimate)
  return { estimate: estimate * times, margin: margin * times, p }
}
