import { adviceTypeName } from '#shared/ads-words/advice.ts'
import type { Context } from '../../account/context.ts'
import type { AccountChange } from '../../account/inventory.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { directCheck, textColumn, withoutAmount } from '../../words/setup-texts.ts'
import { sumCells } from '../bidding/campaign-facts.ts'

export type AutoApply = {
  types: { id: string; type: string }[]
  /** What Google changed by itself in the last 30 days; undefined where the log is not known. */
  changes: readonly AccountChange[] | undefined
  /** How much these changes moved daily budgets in all; null where none is known. */
  budgetRiseMicros: number | null
}

export function autoApplyTexts(context: Context, one: AutoApply, operations: MutateOperation[]) {
  const figures = figuresOf(context.say, {
    types: { label: 'Tipos que se aplican solos', unit: 'integer', value: one.types.length },
    changes: {
      label: 'Cambios hechos así en 30 días',
      unit: 'integer',
      value: one.changes?.length ?? null,
    },
    budgetRise: {
      label: 'Presupuesto diario añadido así',
      unit: 'money',
      value: one.budgetRiseMicros,
    },
  })
  const made = one.changes?.length ?? 0
  const types = figures.count('types', 'tipo', 'tipos')
  return {
    title: `Decide tú los cambios: Google aplica por su cuenta ${types} de recomendación`,
    description: `La cuenta tiene activada la aplicación automática de ${types} de recomendación de Google. ${history(figures, made, one.changes === undefined)}`,
    whyNow:
      made > 0
        ? `En el último mes ya ha hecho ${figures.count('changes', 'cambio', 'cambios')} sin preguntar.`
        : 'Puede cambiar la cuenta en cualquier momento sin preguntar.',
    impact: withoutAmount('algunos de esos cambios ayudan y otros no; hay que mirarlos uno a uno.'),
    card: {
      figures: figures.list,
      table: {
        columns: [textColumn('type', 'Se aplica sola')],
        rows: one.types.map(({ type }) => ({ type: adviceTypeName(type) })),
      },
      test: directCheck('No hay azar que valorar: son los ajustes de la cuenta y su historial.'),
      counterEvidence: [
        'Las que solo limpian (palabras clave repetidas o sin búsquedas) rara vez hacen daño: puedes dejarlas activas.',
        'Si nadie mira la cuenta durante meses, alguna aplicación automática es mejor que ninguna.',
      ],
      change: {
        operations,
        before: `Aplicación automática activa: ${types}.`,
        after: 'En pausa: cada recomendación espera a que la apruebes.',
      },
    },
  }
}

function history(
  figures: { show: (key: 'budgetRise') => string; count: Count },
  made: number,
  unknown: boolean,
): string {
  if (unknown) return 'El historial de cambios no se ha podido leer.'
  if (made === 0) return 'En los últimos días no ha cambiado nada así.'
  const rise = figures.show('budgetRise')
  const budget = rise === '—' ? '' : ` En presupuestos diarios, el efecto ha sido de ${rise}.`
  return `En el historial hay ${figures.count('changes', 'cambio hecho', 'cambios hechos')} así.${budget}`
}

type Count = (key: 'changes', singular: string, many: string) => string

export function rotationTexts(
  context: Context,
  campaign: CampaignFacts,
  operations: MutateOperation[],
) {
  const figures = figuresOf(context.say, {
    clicks: { label: 'Clics en el periodo', unit: 'integer', value: campaign.sums.clicks },
    cost: { label: 'Coste en el periodo', unit: 'money', value: campaign.sums.costMicros },
  })
  return {
    title: `Deja que gane el mejor anuncio en «${campaign.name}»`,
    description: `La campaña «${campaign.name}» reparte sus anuncios por turnos, también cuando uno atrae más que otro. Con la rotación optimizada sale más veces el que mejor funciona.`,
    whyNow: 'Mientras roten por igual, el peor anuncio se lleva la misma parte que el mejor.',
    impact: withoutAmount('la diferencia depende de lo distintos que sean los anuncios.'),
    card: {
      figures: figures.list,
      table: {
        columns: columnsOf('campaign', 'impressions', 'clicks', 'cost', 'conversions'),
        rows: [
          {
            campaign: campaign.name,
            ...sumCells(campaign.sums),
          },
        ],
      },
      test: directCheck('No hay azar que valorar: es el ajuste de rotación de la campaña.'),
      counterEvidence: [
        'Para comparar dos anuncios con calma, repartirlos por igual durante un tiempo es lo correcto.',
      ],
      change: {
        operations,
        before: 'Rotación: los anuncios se turnan.',
        after: 'Rotación: sale más el que mejor funciona.',
      },
    },
  }
}

export const NOTHING_AUTOMATIC =
  'Google no aplica solo ninguna de sus recomendaciones, y ninguna campaña reparte los anuncios por turnos.'

export const ROTATION_UNKNOWN =
  'Google no aplica solo ninguna de sus recomendaciones; no consta cómo reparten las campañas sus anuncios.'
