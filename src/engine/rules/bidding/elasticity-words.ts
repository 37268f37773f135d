import type { ExpectedResponse } from './campaign-simulation.ts'

type Source = 'supposed' | 'measured' | 'google' | 'weighed' | 'partly'

/** Where it is known from what added money brings: Google's simulations, budgets that were changed and measured, or neither. */
function sourceOf(budgets: readonly ExpectedResponse[]): Source {
  const simulated = budgets.filter((one) => one.simulated !== null)
  if (simulated.length === 0) return isMeasured(budgets) ? 'measured' : 'supposed'
  if (simulated.length < budgets.length) return 'partly'
  return budgets.some(({ believed }) => believed.isSimulated) ? 'weighed' : 'google'
}

function isMeasured(budgets: readonly ExpectedResponse[]): boolean {
  return budgets.some(({ believed }) => believed.isMeasured)
}

const NAMES: Record<Source, string> = {
  supposed: 'Elasticidad supuesta',
  measured: 'Elasticidad según lo medido',
  google: 'Elasticidad según Google',
  weighed: 'Elasticidad según Google',
  partly: 'Elasticidad, en parte según Google',
}

export function elasticityName(budgets: readonly ExpectedResponse[]): string {
  return NAMES[sourceOf(budgets)]
}

const BY_MEASURED = 'un supuesto prudente, corregido con los cambios de presupuesto ya medidos'

/** Of a budget that is raised. */
export function raiseCaveat(budget: ExpectedResponse): string {
  const share =
    'La cuota de impresiones es una estimación de Google, y lo que rinde el dinero añadido'
  switch (sourceOf([budget])) {
    case 'measured':
      return `${share} es ${BY_MEASURED}: rinde menos que el actual.`
    case 'weighed':
      return `${share} sale de su simulación de esta campaña, pesada con lo que es habitual.`
    case 'google':
      return 'La cuota de impresiones y lo que rinde el dinero añadido son estimaciones de Google: la simulación de presupuesto de esta campaña.'
    default:
      return `${share} es un supuesto prudente: rinde menos que el actual.`
  }
}

/** Of money that is moved between budgets. */
export function shiftCaveat(budgets: readonly ExpectedResponse[]): string {
  const moved = 'Lo que rinde el dinero añadido o quitado'
  switch (sourceOf(budgets)) {
    case 'supposed':
      return `${moved} es un supuesto prudente, no una medida de esta cuenta.`
    case 'measured':
      return `${moved} es ${BY_MEASURED}.`
    case 'partly': {
      const others = budgets.filter(({ simulated }) => simulated === null)
      const rest = isMeasured(others) ? BY_MEASURED : 'un supuesto prudente'
      return `${moved} sale de las simulaciones de Google donde las hay; en las demás campañas es ${rest}.`
    }
    case 'weighed':
      return `${moved} sale de las simulaciones de Google para estas campañas, pesadas con lo habitual donde puja Google.`
    case 'google':
      return `${moved} son estimaciones de Google para estas campañas.`
  }
}
