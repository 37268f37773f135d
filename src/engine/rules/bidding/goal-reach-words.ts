import type { Context } from '../../account/context.ts'
import type { GoalReach } from '../../account/goal-reach.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, withoutAmount } from '../../words/setup-texts.ts'
import { campaignTable, integer, money, roughly, type Texts } from './campaign-facts.ts'

export function goalReachTexts(context: Context, reach: GoalReach): Texts {
  const { goalMicros, cheapestMicros, cheapest } = reach
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    goal: money('Tu coste máximo por conversión', goalMicros),
    cheapest: money('Coste en la campaña más barata', cheapestMicros),
    times: roughly('Veces tu máximo', cheapestMicros / goalMicros),
  })
  const { show } = figures
  return {
    title: `Revisa tu coste máximo por conversión: ${show('goal')} queda lejos de todas las campañas`,
    description: `Ni siquiera «${cheapest.name}», la más barata de las que no tienen objetivo propio, se acerca: cada conversión le cuesta ${show('cheapest')}, unas ${show('times')} veces ese máximo. Con él habría que parar casi todo, búsqueda a búsqueda; por eso, mientras siga así, no se recomienda nada que dependa de lo que puede costar una conversión.`,
    whyNow: 'O el máximo no es el que de verdad puedes pagar, o estas campañas no salen a cuenta.',
    impact: withoutAmount('primero hay que saber cuánto puedes pagar'),
    card: {
      figures: figures.list,
      table: campaignTable([cheapest]),
      test: directCheck(
        `En ${show('days')} días, «${cheapest.name}» ha pagado ${show('cheapest')} por conversión; el máximo que has dicho es ${show('goal')}.`,
      ),
      counterEvidence: [
        'Si cada conversión no es un cliente, el máximo de un cliente se reparte entre las que hacen falta para ganarlo.',
        'Si de verdad no puedes pagar más, lo que toca es parar las campañas, o cambiar la oferta o la página antes de seguir.',
      ],
      change: {
        operations: [],
        before: `Coste máximo de ${show('goal')} por conversión.`,
        after: 'El que puedes pagar, en los objetivos de la cuenta.',
      },
    },
  }
}

export const IN_REACH =
  'Alguna campaña se acerca a tu coste máximo por conversión, o no se sabe todavía.'

export const NOT_SAID =
  'No has dicho cuánto puede costar como mucho una conversión: no hay nada que comparar.'
