import type { Context } from '../../account/context.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { EvidenceCard, MutateOperation } from '../../findings/recommendation.ts'
import type { Remedy } from './campaign-remedy.ts'

/** What cards about a campaign that loses money propose. */

export const REMEDY_TITLES: Record<Remedy['kind'], string> = {
  pause: 'Pausa',
  halve: 'Baja a la mitad el presupuesto de',
  decide: 'Decide si sigue',
}

const CUT = 'depende de cuánto decidas recortar'

export const NO_AMOUNT = {
  rival: 'pujar por la competencia es una decisión de negocio',
  place: 'salir siempre es una decisión de negocio',
  unknown: CUT,
  shared: CUT,
  unspent: CUT,
  unsaid: 'no consta cuánto puede costar aquí una conversión',
}

export function remedyAdvice(remedy: Remedy, newBudget: string): string {
  if (remedy.kind === 'pause')
    return 'En pausa conserva su historial y puede volver a activarse cuando se sepa por qué no vende.'
  if (remedy.kind === 'halve')
    return `Con ${newBudget} al día pierde menos mientras se averigua por qué; dentro de unas semanas se vuelve a medir.`
  return DECIDE[remedy.why]
}

const DECIDE = {
  rival:
    'Pujar por el nombre de la competencia puede tener otros motivos: decide si lo que consigue vale lo que cuesta.',
  place:
    'Puja por salir, cueste lo que cueste cada conversión: decide si salir ahí vale lo que cuesta, o prueba una puja que persiga conversiones.',
  unknown:
    'No consta qué presupuesto tiene o cuánto gasta de él al día: páusala, baja sus pujas o recorta su presupuesto.',
  shared:
    'Su presupuesto es compartido, y recortarlo se lo quitaría también a otras: páusala, baja sus pujas o dale un presupuesto propio.',
  unspent:
    'Gasta mucho menos de lo que permite su presupuesto, y con la mitad gastaría lo mismo: páusala, baja sus pujas o déjale menos de lo que hoy gasta al día.',
  unsaid:
    'Si sus conversiones no valen varias veces lo que las demás, porque se vende más caro o acaban en venta más a menudo, pierde dinero: di en los ajustes de la cuenta cuánto puede costar una conversión, o baja su presupuesto.',
}

export function remedyChange(
  context: Context,
  { name, budgetMicros }: CampaignFacts,
  remedy: Remedy,
  operations: MutateOperation[],
): EvidenceCard['change'] {
  if (remedy.kind === 'decide') return null
  if (remedy.kind === 'pause')
    return { operations, before: `«${name}»: activa.`, after: `«${name}»: en pausa.` }
  const line = (micros: number) => `«${name}»: ${context.say.money(micros)} al día.`
  return { operations, before: line(budgetMicros ?? 0), after: line(remedy.newBudgetMicros) }
}
