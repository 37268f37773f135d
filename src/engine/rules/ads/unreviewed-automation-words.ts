import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import {
  directCheck,
  listed,
  textColumn,
  withAmount,
  withoutAmount,
} from '../../words/setup-texts.ts'
import type { JudgedSlice } from '../targeting/slice-waste.ts'
import { sliceCaveats, sliceFigures, sliceTest } from '../targeting/slice-words.ts'

export type AutomatedCampaign = { campaign: CampaignFacts; automations: string[] }

/** Rows shown of the searches that Google added. */
const MOST_TERMS = 50

export function keywordlessTexts(
  context: Context,
  one: JudgedSlice,
  terms: readonly { term: string; sums: CountedSums }[],
  operations: MutateOperation[],
) {
  const figures = sliceFigures(context, [one])
  const { show } = figures
  const { name } = one.campaign
  return {
    title: `Apaga AI Max en «${name}»: ${show('monthlyCost')} al mes en búsquedas que no pagan`,
    description: `AI Max (la opción con la que Google añade búsquedas fuera de tus palabras clave) ha gastado ${show('cost')} en ${show('days')} días en «${name}» y ha traído ${figures.count('conversions', 'conversión', 'conversiones')}. El resto de la campaña convierte mejor.`,
    whyNow: `Sigue gastando así unos ${show('monthlyCost')} al mes.`,
    impact: withAmount(),
    card: {
      figures: figures.list,
      table: {
        columns: columnsOf('term', 'clicks', 'cost', 'conversions'),
        rows: terms
          .toSorted((a, b) => b.sums.costMicros - a.sums.costMicros || (a.term < b.term ? -1 : 1))
          .slice(0, MOST_TERMS)
          .map(({ term, sums }) => ({
            term,
            clicks: sums.clicks,
            cost: sums.costMicros,
            conversions: sums.conversionsMicros / MICROS,
          })),
      },
      test: sliceTest(figures, [one]),
      counterEvidence: [
        ...sliceCaveats(context, figures, [one]),
        'Alguna de esas búsquedas puede ser buena: añádela como palabra clave antes de apagarlo.',
        'Google no muestra todas las búsquedas; de las que oculta no se afirma nada.',
      ],
      change: {
        operations,
        before: `«${name}»: AI Max activado.`,
        after: `«${name}»: AI Max desactivado.`,
      },
    },
  }
}

const AUTOMATIONS: Record<string, string> = {
  FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION: 'elige otra página de destino',
  TEXT_ASSET_AUTOMATION: 'escribe textos nuevos',
}

/** `isHistoryKnown`: who changed what in the last month is known, so that "untouched" can be said. */
export function automationTexts(
  context: Context,
  automated: readonly AutomatedCampaign[],
  isHistoryKnown: boolean,
) {
  const figures = figuresOf(context.say, {
    campaigns: { label: 'Campañas', unit: 'integer', value: automated.length },
    cost: {
      label: 'Coste de esas campañas',
      unit: 'money',
      value: automated.reduce((sum, { campaign }) => sum + campaign.sums.costMicros, 0),
    },
  })
  const { show } = figures
  const count = figures.count('campaigns', 'campaña', 'campañas')
  const [first] = automated
  const where = automated.length === 1 ? `«${first!.campaign.name}»` : count
  return {
    title: `Revisa lo que Google escribe y enlaza por ti en ${where}`,
    description: `En ${where}, Google puede escribir textos o llevar a otra página sin preguntar${isHistoryKnown ? ', y en el último mes nadie ha tocado ese ajuste' : ''}. ${automated.length === 1 ? 'La campaña ha' : 'Estas campañas han'} gastado ${show('cost')} en el periodo.`,
    whyNow: 'Lo que no se ha revisado puede estar prometiendo algo que no vendes.',
    impact: withoutAmount('puede ayudar o estorbar; hay que leer lo que ha escrito.'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          ...columnsOf('campaign'),
          textColumn('automations', 'Google, por su cuenta'),
          ...columnsOf('clicks', 'cost', 'conversions'),
        ],
        rows: automated.map(({ campaign, automations }) => ({
          campaign: campaign.name,
          automations: listed(automations.map((type) => AUTOMATIONS[type] ?? type)),
          clicks: campaign.sums.clicks,
          cost: campaign.sums.costMicros,
          conversions: campaign.sums.conversionsMicros / MICROS,
        })),
      },
      test: directCheck('No hay azar que valorar: son los ajustes de las campañas.'),
      counterEvidence: [
        'Si las conversiones van bien y los textos son correctos, dejarlo activado es razonable.',
      ],
      change: {
        operations: [],
        before: `${count} con automatización activada.`,
        after: 'Textos y páginas leídos; lo que no encaje, quitado o desactivado en Google Ads.',
      },
    },
  }
}

export const NOTHING_WRITTEN =
  'Ninguna campaña deja que Google escriba textos o elija páginas por su cuenta.'

export const WRITING_UNKNOWN =
  'No consta si alguna campaña deja que Google escriba textos o elija páginas por su cuenta.'

export const NOTHING_DEARER = 'Las búsquedas que añade AI Max no son claramente más caras.'

export const SEARCHES_UNKNOWN = 'No constan las búsquedas que añade AI Max.'
