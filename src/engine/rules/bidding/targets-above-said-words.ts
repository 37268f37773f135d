import type { Context, Target } from '../../account/context.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, withoutAmount } from '../../words/setup-texts.ts'
import { targetName } from '../../words/shared-texts.ts'
import { whoBids } from './bid-targets-words.ts'
import { campaignTable, integer, money, percent, type Texts } from './campaign-facts.ts'
import type { TargetUsers } from './target-users.ts'

/** A target CPA beyond what its owner has said; `actualMicros`: what a conversion has cost, null where there was none. */
export type TargetAbove = {
  on: TargetUsers
  said: Target
  targetMicros: number
  actualMicros: number | null
}

export function targetAboveTexts(context: Context, one: TargetAbove): Texts {
  const { on, said, targetMicros, actualMicros } = one
  const who = whoBids(on)
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    target: money('CPA objetivo', targetMicros),
    said: money('Lo que has dicho', said.micros),
    actual: money('Coste real por conversión', actualMicros),
    step: percent('Paso prudente del objetivo', THRESHOLDS.targetStep.value),
  })
  const { show } = figures
  const paid =
    actualMicros === null
      ? ''
      : ` En ${show('days')} días cada conversión le ha costado ${show('actual')}.`
  return {
    title: `El CPA objetivo de ${who.name} es de ${show('target')}, más que ${targetName(said)} (${show('said')})`,
    description: `La puja automática compra conversiones hasta esa media porque es lo que se le pide.${paid} Una de las dos cifras no es la que quieres: baja el objetivo en pasos de hasta un ${show('step')}, o di en «Cuánto vale una conversión» lo que puedes pagar aquí. Mientras no coincidan, no se propone subirle el presupuesto.${who.users}`,
    whyNow: 'Mientras siga así, cada conversión puede costar más de lo que has dicho.',
    impact: withoutAmount('depende de cuál de las dos cifras es la buena'),
    card: {
      figures: figures.list.filter(({ value }) => value !== null),
      table: campaignTable(on.users, { target: ['CPA objetivo', 'money'] }, () => ({
        target: targetMicros,
      })),
      test: directCheck('No hay azar que valorar: son dos cifras que alguien ha fijado.'),
      counterEvidence: [
        'Si las conversiones de aquí valen más que las demás, el objetivo puede ser el bueno: dilo, y manda esa cifra.',
        'Con un objetivo más bajo, la puja automática entra en menos subastas: habrá menos conversiones, y más baratas.',
      ],
      change: {
        operations: [],
        before: `CPA objetivo de ${show('target')}; ${targetName(said)}, ${show('said')}.`,
        after: `Las dos cifras de acuerdo.${who.elsewhere}`,
      },
      ...who.campaigns,
    },
  }
}
