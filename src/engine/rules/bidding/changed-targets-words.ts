import type { Context } from '../../account/context.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { textColumn, withoutAmount } from '../../words/setup-texts.ts'
import { certainty } from '../../words/shared-texts.ts'
import { decimal, percent, type Texts } from './campaign-facts.ts'
import type { TightenedTarget } from './changed-targets.ts'

export function tightenedTargetTexts(context: Context, one: TightenedTarget): Texts {
  const { on, before, after } = one
  const { name } = on.campaign
  const figures = figuresOf(context.say, {
    since: { label: 'Cambio del objetivo', unit: 'day', value: one.since },
    harder: percent('Cuánto más exigente', one.harder - 1),
    clicksBefore: decimal('Clics al día, antes', before.clicks),
    clicksAfter: decimal('Clics al día, desde entonces', after.clicks),
    before: decimal('Conversiones al día, antes', before.conversions),
    after: decimal('Conversiones al día, desde entonces', after.conversions),
    fewer: percent('Conversiones al día que faltan', 1 - after.conversions / before.conversions),
    step: percent('Paso prudente del objetivo', THRESHOLDS.targetStep.value),
    least: percent('Diferencia que se admite', THRESHOLDS.tightenedLoss.value),
    probability: certainty(one.probability),
  })
  const { show } = figures
  return {
    title: `Desde que le pides más a «${name}», el ${show('since')}, trae un ${show('fewer')} menos de conversiones`,
    description: `Su objetivo pasó a ser un ${show('harder')} más exigente. Desde entonces, sin contar la semana en que la puja se adapta, recibe ${show('clicksAfter')} clics y ${show('after')} conversiones al día; antes eran ${show('clicksBefore')} y ${show('before')}. Así responde la puja automática: entra en menos subastas. Si lo que deja de vender vale más que lo que ahorra, afloja el objetivo en pasos de hasta un ${show('step')}; si lo que buscabas era gastar menos, déjalo.`,
    whyNow: 'Cada día se dejan de comprar conversiones que antes se compraban.',
    impact: withoutAmount('depende de lo que valga para ti lo que deja de vender'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          textColumn('period', 'Periodo'),
          { key: 'clicks', label: 'Clics al día', unit: 'decimal' },
          { key: 'daily', label: 'Conversiones al día', unit: 'decimal' },
        ],
        rows: [
          { period: 'Antes del cambio', clicks: before.clicks, daily: before.conversions },
          { period: 'Desde que se adaptó', clicks: after.clicks, daily: after.conversions },
        ],
      },
      test: {
        name: 'Cociente de las conversiones al día antes y después del cambio',
        sentence: `Hay una probabilidad del ${show('probability')} de que desde el cambio traiga al menos un ${show('least')} menos al día, y no sea el azar de un mes a otro.`,
        numbers: figures.list.filter(({ key }) => ['fewer', 'probability'].includes(key)),
      },
      counterEvidence: [
        'Si la demanda cayó a la vez (el fin de una temporada), parte no es del objetivo: mira si también bajaron las demás campañas.',
        'Las últimas conversiones todavía pueden llegar; aquí se cuenta con las que se esperan.',
      ],
      change: {
        operations: [],
        before: `El objetivo que «${name}» tiene desde el ${show('since')}.`,
        after: `Uno menos exigente, en pasos de hasta un ${show('step')}, o el mismo si el ahorro compensa.`,
      },
    },
  }
}
