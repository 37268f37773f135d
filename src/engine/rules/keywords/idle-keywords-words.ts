import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import type { Context, Target } from '../../account/context.ts'
import type { KeywordFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import type { WasteVerdict } from '../../findings/waste.ts'
import { whereText } from '../../words/group-figures.ts'
import {
  type Pausing,
  pauseCaveats,
  pauseChange,
  pausedTogether,
} from '../../words/paused-keywords.ts'
import { keywordName } from '../../words/place-names.ts'
import { columnsOf } from '../../words/say.ts'
import { labelsOf } from '../../words/setup-groups.ts'
import { examples, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { worthCaveat } from '../../words/shared-texts.ts'
import { wasteCaveats, wasteFigures, wasteTest, wasteWhyNow } from '../../words/waste-texts.ts'
import { keywordId } from './keyword-evidence.ts'

export function idleKeywordTexts(
  context: Context,
  keyword: KeywordFacts,
  verdict: WasteVerdict,
  target: Target,
  more: Pausing & { isTakenOver: boolean; isRest: boolean },
) {
  const { text, sums } = keyword
  const campaign = context.campaigns.get(keyword.campaignId)
  const adGroup = context.adGroups.get(keyword.adGroupId)?.name ?? ''
  const figures = wasteFigures(context, sums, verdict, target)
  const { show } = figures
  const match = MATCH_TYPES[keyword.matchType].inSentence
  return {
    title: `Pausa la palabra clave ${keywordName(context, keyword)}: ${show('cost')} sin ninguna conversión`,
    description: `«${text}» (concordancia ${match}) lleva ${figures.count('clicks', 'clic', 'clics')} en ${show('days')} días en la campaña «${campaign?.name ?? ''}» y ninguno ha terminado en conversión. Al pausarla conserva su historial y puede volver a activarse.`,
    whyNow: wasteWhyNow(figures),
    impact: withAmount(),
    card: {
      figures: [...figures.list.filter(({ key }) => key !== 'visibleShare')],
      table: {
        columns: columnsOf(
          'keyword',
          'matchType',
          'campaign',
          'adGroup',
          'impressions',
          'clicks',
          'cost',
          'conversions',
        ),
        rows: [
          {
            keyword: text,
            matchType: match,
            campaign: campaign?.name ?? '',
            adGroup,
            impressions: sums.impressions ?? null,
            clicks: sums.clicks,
            cost: sums.costMicros,
            conversions: 0,
            entity: keywordId(keyword),
          },
        ],
      },
      test: wasteTest(figures, verdict, target),
      counterEvidence: [
        ...wasteCaveats(context, figures, 'esta palabra'),
        ...worthCaveat(target, { saves: true }),
        ...(more.isRest ? [REST] : []),
        ...(more.isTakenOver ? [TAKEN_OVER] : []),
        ...pauseCaveats(context, keyword, more),
      ],
      change: pauseChange(keyword, more.operations),
    },
  }
}

/** Of a keyword that others with the same words and more live on. */
export function coreIdleTexts(
  context: Context,
  keyword: KeywordFacts,
  verdict: WasteVerdict,
  target: Target,
) {
  const more = { isLastOfAdGroup: false, operations: [], isTakenOver: false, isRest: false }
  const texts = idleKeywordTexts(context, keyword, verdict, target, {
    ...more,
    isPartlyKept: false,
  })
  const { show } = wasteFigures(context, keyword.sums, verdict, target)
  return {
    ...texts,
    title: `Decide qué hacer con ${keywordName(context, keyword)}: ${show('cost')} sin ninguna conversión`,
    description: `Sus palabras traen buena parte de las conversiones de la cuenta dentro de otras más largas, así que aquí no se propone pausarla; pero sola ha costado ${show('cost')} en ${show('days')} días sin traer ninguna. Páusala si quien busca solo eso no compra, o revisa su anuncio y su página de destino.`,
    impact: withoutAmount('depende de lo que decidas'),
    card: { ...texts.card, change: null },
  }
}

const REST =
  'Clics y coste son de lo que le queda sin las búsquedas que ya están excluidas: lo que costaron esas ya no se gasta.'

const TAKEN_OVER =
  'Otra palabra clave pide lo mismo y puede recoger estas búsquedas a su propia puja: la previsión cuenta con cualquier parte, desde nada hasta todas.'

/** `parts`: keywords of one or several campaigns, two or more. */
export function idleGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  return pausedTogether(context, parts, (figures) => {
    const { show } = figures
    return {
      title: `Pausa ${show('count')} palabras clave de ${whereText(context, parts)}: ${show('cost')} sin ninguna conversión`,
      description: `Suman ${figures.count('clicks', 'clic', 'clics')} en ${show('days')} días y ninguno ha terminado en conversión: ${examples(labelsOf(parts))}. Al pausarlas conservan su historial y pueden volver a activarse.`,
    }
  })
}

export const NO_CLICKS = 'No hay palabras clave con clics en el periodo.'

export const DEARER_ELSEWHERE =
  'Las palabras clave sin conversiones que más cuestan las recogería otra de puja más alta: en pausa, sus búsquedas podrían salir más caras.'
