import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import type { CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import type { WasteVerdict } from '../../findings/waste.ts'
import { conversionsText, whereText } from '../../words/group-figures.ts'
import {
  type Pausing,
  pauseCaveats,
  pauseChange,
  pausedTogether,
} from '../../words/paused-keywords.ts'
import { keywordName } from '../../words/place-names.ts'
import { labelsOf } from '../../words/setup-groups.ts'
import { examples, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { targetName, worthCaveat } from '../../words/shared-texts.ts'
import { wasteCaveats, wasteFigures, wasteTest, wasteWhyNow } from '../../words/waste-texts.ts'
import { keywordTable, quantity, type Texts } from '../bidding/campaign-facts.ts'

export type DearKeyword = {
  keyword: KeywordFacts
  target: Target
  verdict: WasteVerdict
  /** Its conversions cost at least so many times the target. */
  times: number
  /** What one of its conversions brings over what the target is about, at least 1. */
  worth: number
  probability: number
  /** The same where Google spends again what it no longer costs. */
  again: { target: Target; verdict: WasteVerdict }
}

export function dearKeywordTexts(context: Context, one: DearKeyword, more: Pausing): Texts {
  const { keyword, verdict, target, times, probability } = one
  const campaign = context.campaigns.get(keyword.campaignId)
  const figures = wasteFigures(context, keyword.sums, { ...verdict, probability }, target)
  const { show } = figures
  const match = MATCH_TYPES[keyword.matchType].inSentence
  const timesFigure = { key: 'times', ...quantity('Veces más cara, al menos', times) }
  const timesText = context.say.quantity(times)
  const { numbers } = wasteTest(figures, verdict, target)
  return {
    title: `Pausa la palabra clave ${keywordName(context, keyword)}: cada conversión le cuesta ${show('costPerConversion')}`,
    description: `«${keyword.text}» (concordancia ${match}, campaña «${campaign?.name ?? ''}») ha gastado ${show('cost')} en ${show('days')} días y ha dejado ${figures.count('conversions', 'conversión', 'conversiones')}: a ${show('costPerConversion')} cada una, frente a ${show('target')} (${targetName(target)}). ${bidText(campaign)} Si te interesa conservarla, llévala a una campaña con un objetivo propio.`,
    whyNow: wasteWhyNow(figures),
    impact: withAmount(),
    card: {
      figures: [
        ...figures.list.filter(({ key }) => !['visibleShare', 'dearer'].includes(key)),
        timesFigure,
      ],
      table: keywordTable(
        [keyword],
        (id) => context.adGroups.get(id)?.name ?? '',
        { costPerConversion: ['Coste por conversión', 'money'] },
        ({ sums }) => ({ costPerConversion: (sums.costMicros * MICROS) / sums.conversionsMicros }),
      ),
      test: {
        name: 'Gamma–Poisson con reparto previo aprendido de la cuenta',
        sentence: `Con lo que es normal en la cuenta, hay una probabilidad del ${show('probability')} de que cada conversión de esta palabra cueste más de ${timesText} veces ${show('target')}.`,
        numbers: [...numbers, timesFigure],
      },
      counterEvidence: [
        ...wasteCaveats(context, figures, 'esta palabra'),
        ...worthCaveat(target, { saves: true }),
        'Se dejan de tener sus conversiones: si valen más que las de otras palabras, no la pauses por esto.',
        ...pauseCaveats(context, keyword, more),
      ],
      change: pauseChange(keyword, more.operations),
    },
  }
}

/** Of a keyword that brings much of what the account sells: without an amount or a change. */
export function coreKeywordTexts(context: Context, one: DearKeyword): Texts {
  const { keyword, target } = one
  const texts = dearKeywordTexts(context, one, { isLastOfAdGroup: false, operations: [] })
  const money = (micros: number) => context.say.money(micros)
  const cost = (keyword.sums.costMicros * MICROS) / keyword.sums.conversionsMicros
  return {
    ...texts,
    title: `Decide qué hacer con ${keywordName(context, keyword)}: cada conversión le cuesta ${money(cost)}`,
    description: `Sus palabras traen buena parte de las conversiones de la cuenta, así que aquí no se propone pausarla; pero cada conversión le cuesta ${money(cost)}, frente a ${money(target.micros)} (${targetName(target)}). Llévala a una campaña con un objetivo propio o revisa sus anuncios y su página de destino.`,
    impact: withoutAmount('depende de lo que decidas'),
    card: { ...texts.card, change: null },
  }
}

function bidText(campaign: CampaignFacts<never> | undefined): string {
  return campaign?.biddingStrategyType && !isManual(campaign.biddingStrategyType)
    ? 'En su campaña Google decide la puja de cada clic, así que bajarla aquí no cuenta.'
    : 'No consta que tenga una puja propia que bajar.'
}

const isManual = (strategy: string) => /^(MANUAL|ENHANCED)_CPC$/.test(strategy)

/** `parts`: keywords of one or several campaigns, two or more. */
export function dearGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  return pausedTogether(context, parts, (figures) => {
    const { show } = figures
    return {
      title: `Pausa ${show('count')} palabras clave de ${whereText(context, parts)} que venden demasiado caro: ${show('cost')} y ${conversionsText(figures)}`,
      description: `Han gastado ${show('cost')} en ${show('days')} días y han dejado ${conversionsText(figures)}, cada una bastante más cara que su referencia: ${examples(labelsOf(parts))}. Al pausarlas conservan su historial; la que te interese conservar puede ir a una campaña con un objetivo propio.`,
    }
  })
}

export const NONE_JUDGED =
  'No hay palabras clave activas con conversiones y sin puja propia: las que la tienen se miran en «Pujas de palabras clave».'

export const NONE_DEAR =
  'Ninguna palabra clave con conversiones sale con seguridad bastante más cara de lo que puede costar.'
