import type { Context } from '../../account/context.ts'
import { figuresOf } from '../../words/say.ts'
import { certainty } from '../../words/shared-texts.ts'
import { actionTable } from './action-table.ts'
import type { SilentAction } from './silent-actions.ts'

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
    titulo: `Revisa «${action.name}»: no cuenta nada desde el ${show('since')}`,
    descripcion: `Esta conversión principal había registrado ${show('total')} y lleva ${show('days')} días a cero, con ${figures.count('clicks', 'clic', 'clics')} de por medio. Al ritmo anterior habrían llegado unas ${show('expected')}. Las demás siguen contando, así que es fácil no verlo.`,
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
