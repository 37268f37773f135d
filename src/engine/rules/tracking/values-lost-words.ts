import type { Context } from '../../account/context.ts'
import type { ValuesLoss } from '../../account/lost-values.ts'
import { figuresOf } from '../../words/say.ts'
import { certainty } from '../../words/shared-texts.ts'
import { actionTable } from './action-table.ts'

/** Conversions are counted, but what they are worth no longer comes with them. */
export function valuesLostTexts(loss: ValuesLoss, context: Context) {
  const figures = figuresOf(context.say, {
    from: { label: 'Primer día sin importes', unit: 'day', value: loss.from },
    to: { label: 'Último día sin importes', unit: 'day', value: loss.to },
    conversions: { label: 'Conversiones sin importe', unit: 'quantity', value: loss.conversions },
    usual: { label: 'Con importe los demás días', unit: 'percent', value: loss.usualShare },
    probability: certainty(loss.probability),
  })
  const { show } = figures
  const when = loss.isOngoing ? `desde el ${show('from')}` : `del ${show('from')} al ${show('to')}`
  const of = loss.action ? ` de «${loss.action.name}»` : ''
  return {
    title: `Revisa el valor de las conversiones${of}: ${loss.isOngoing ? 'llegan' : 'llegaron'} sin importe ${when}`,
    description: `Se ${loss.isOngoing ? 'cuentan' : 'contaron'} ${show('conversions')} conversiones${of} seguidas sin importe, o con el 1 que Google pone cuando no se envía ninguno. Los demás días lo llevaba el ${show('usual')}.`,
    whyNow: loss.isOngoing
      ? 'Sin importes, el ROAS que se ve es más bajo que el real, y las pujas por valor aprenden de ceros.'
      : 'El ROAS de esos días es más bajo que el real, y las pujas por valor han aprendido de ellos.',
    impact: () => 'No se promete ningún ahorro: se vuelve a medir lo que valen las ventas',
    card: {
      window: { from: loss.from, to: loss.to },
      figures: figures.list,
      table: actionTable(loss.action ? [loss.action] : []),
      test: {
        name: 'Racha de conversiones sin importe',
        sentence: `Si los importes faltaran por azar como los demás días, una racha así sería tan rara que hay una probabilidad del ${show('probability')} de que hayan dejado de enviarse.`,
        numbers: figures.list.filter(({ key }) => ['usual', 'probability'].includes(key)),
      },
      counterEvidence: ['Puede haberse cambiado a propósito a conversiones sin valor.'],
      change: null,
    },
  }
}
