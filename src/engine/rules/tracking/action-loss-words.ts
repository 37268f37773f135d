import { actionDaysOf } from '../../account/action-days.ts'
import type { Context } from '../../account/context.ts'
import { mayComeTogether } from '../../account/conversion-actions.ts'
import type { ActionLoss } from '../../account/lost-conversions.ts'
import { lostPart } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { figuresOf } from '../../words/say.ts'
import { certainty } from '../../words/shared-texts.ts'
import { actionTable } from './action-table.ts'
import { BY_THE_MONTH, testOf, wholePercent } from './lost-days-words.ts'

/** One of several conversion actions counts nothing, or less than it did. */
export function actionLossTexts(loss: ActionLoss, snapshot: AccountSnapshot, context: Context) {
  const figures = figuresOf(context.say, {
    since: { label: 'Primer día', unit: 'day', value: loss.from },
    until: { label: 'Último día', unit: 'day', value: loss.to },
    days: { label: 'Días', unit: 'integer', value: loss.days },
    clicks: { label: 'Clics de esos días', unit: 'integer', value: loss.clicks },
    seen: { label: 'Conversiones contadas', unit: 'quantity', value: loss.seen },
    expected: { label: 'Conversiones esperadas', unit: 'decimal', value: loss.expected },
    lost: { label: 'De menos', unit: 'percent', value: wholePercent(lostPart(loss)) },
    share: { label: 'Parte de las conversiones', unit: 'percent', value: wholePercent(loss.share) },
    probability: certainty(loss.probability),
  })
  const { show } = figures
  const { from, to } = actionDaysOf(snapshot) ?? snapshot.window
  const when = loss.isOngoing
    ? `desde el ${show('since')}`
    : `del ${show('since')} al ${show('until')}`
  return {
    title: `Revisa «${loss.action.name}»: ${whatItCounts(loss, show('lost'))} ${when}`,
    description: `Esta conversión principal es el ${show('share')} de las que se miden. En ${show('days')} días, con ${figures.count('clicks', 'clic', 'clics')}, se ${loss.seen === 1 ? 'contó' : 'contaron'} ${show('seen')}; al ritmo de los días de alrededor habrían llegado unas ${show('expected')}. El total de la cuenta sigue sumando otras conversiones, así que es fácil no verlo.`,
    whyNow: loss.isOngoing
      ? mayComeTogether([loss.action], loss.days)
        ? BY_THE_MONTH
        : 'Mientras no cuente bien, las pujas automáticas dejan de buscar ese tipo de cliente.'
      : 'Las pujas automáticas han aprendido de esos días sin ese tipo de cliente.',
    impact: () => 'No se promete ningún ahorro: primero hay que volver a medir',
    card: {
      window: { from, to },
      figures: figures.list,
      table: actionTable([loss.action]),
      test: testOf(figures, `que solo se cuenten ${show('seen')}`),
      counterEvidence: [
        'Puede haberse retirado a propósito la página o el formulario que la contaba.',
        'Si se importa de otro sistema, puede llegar más tarde.',
      ],
      change: null,
    },
  }
}

function whatItCounts({ isFull, isOngoing, seen }: ActionLoss, lost: string): string {
  const verb = isOngoing ? 'cuenta' : 'contó'
  if (!isFull) return `${verb} un ${lost} menos`
  return seen > 0 ? `${verb} casi nada` : `no ${verb} nada`
}
