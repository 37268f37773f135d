import type { Day } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import type { ConversionAction } from '../../account/snapshot.ts'
import { figuresOf } from '../../words/say.ts'
import { certainty } from '../../words/shared-texts.ts'
import { actionTable } from './action-table.ts'

/** A primary action that used to count and has stopped, while the account as a whole goes on. */
export type SilentAction = {
  action: ConversionAction
  /** Of the silence that reaches the end of the window. */
  since: Day
  until: Day
  days: number
  clicks: number
  /** Conversions that these clicks would have brought at its earlier rate. */
  expected: number
  /** P(none by chance), times the actions looked at. */
  tail: number
  total: number
}

export function silentActionTexts(context: Context, silent: SilentAction) {
  const { action } = silent
  const figures = figuresOf(context.say, {
    since: { label: 'Primer día sin conversiones', unit: 'day', value: silent.since },
    until: { label: 'Último día analizado', unit: 'day', value: silent.until },
    days: { label: 'Días sin conversiones', unit: 'integer', value: silent.days },
    clicks: { label: 'Clics de esos días', unit: 'integer', value: silent.clicks },
    expected: { label: 'Conversiones esperadas', unit: 'decimal', value: silent.expected },
    total: { label: 'Conversiones antes', unit: 'quantity', value: silent.total },
    probability: certainty(1 - silent.tail),
  })
  const { show } = figures
  return {
    title: `Revisa «${action.name}»: no cuenta nada desde el ${show('since')}`,
    description: `Esta conversión principal había registrado ${show('total')} y lleva ${show('days')} días a cero, con ${figures.count('clicks', 'clic', 'clics')} de por medio. Al ritmo anterior habrían llegado unas ${show('expected')}. Las demás siguen contando, así que es fácil no verlo.`,
    whyNow: 'Mientras no cuente, las pujas automáticas dejan de buscar ese tipo de cliente.',
    impact: () => 'No se promete ningún ahorro: primero hay que volver a medir',
    card: {
      figures: figures.list,
      table: actionTable([action]),
      test: {
        name: 'Reparto de las conversiones antes y después de la parada',
        sentence: `Al ritmo anterior, esos clics habrían traído unas ${show('expected')} conversiones; que no llegue ninguna por azar es tan raro que hay una probabilidad del ${show('probability')} de que algo haya fallado.`,
        numbers: figures.list.filter(({ key }) => ['expected', 'probability'].includes(key)),
      },
      counterEvidence: [
        'Puede haberse retirado a propósito la página o el formulario que la contaba.',
        'Si se importa de otro sistema, puede llegar más tarde.',
      ],
      change: null,
    },
  }
}
