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
import { columnsOf } from '../../words/say.ts'
import { labelsOf } from '../../words/setup-groups.ts'
import { examples } from '../../words/setup-texts.ts'
import { worthCaveat } from '../../words/shared-texts.ts'
import {
  savingImpact,
  wasteCaveats,
  wasteFigures,
  wasteTest,
  wasteWhyNow,
} from '../../words/waste-texts.ts'
import { keywordId } from './keyword-evidence.ts'
import type { TakenOver } from './taken-over.ts'

export function idleKeywordTexts(
  context: Context,
  keyword: KeywordFacts,
  verdict: WasteVerdict,
  target: Target,
  more: Pausing & { takers: readonly TakenOver[] },
) {
  const { text, sums } = keyword
  const { takers } = more
  const campaign = context.campaigns.get(keyword.campaignId)
  const adGroup = context.adGroups.get(keyword.adGroupId)?.name ?? ''
  const figures = wasteFigures(context, sums, verdict, target)
  const { show } = figures
  const match = MATCH_TYPES[keyword.matchType].inSentence
  return {
    title: `Pausa la palabra clave «${text}»${takers.length > 0 ? ' y excluye su búsqueda' : ''}: ${show('cost')} sin ninguna conversión`,
    description: `«${text}» (concordancia ${match}) lleva ${figures.count('clicks', 'clic', 'clics')} en ${show('days')} días en la campaña «${campaign?.name ?? ''}» y ninguno ha terminado en conversión. Al pausarla conserva su historial y puede volver a activarse.${takers.length > 0 ? ` ${takenOverText(context, takers)}` : ''}`,
    whyNow: wasteWhyNow(figures),
    impact: savingImpact,
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
        ...worthCaveat(target),
        ...pauseCaveats(context, keyword, more),
      ],
      change: changeOf(context, keyword, more),
    },
  }
}

/** Whose the searches would be. */
function takenOverText(context: Context, takers: readonly TakenOver[]): string {
  const by = examples([...new Set(takers.map(({ text }) => text))])
  return `En pausa, su búsqueda la recogería ${by} y se seguiría pagando: por eso también se excluye como exacta en ${campaignsText(context, takers)}.`
}

function campaignsText(context: Context, takers: readonly TakenOver[]): string {
  return examples(takers.map(({ campaignId }) => context.campaigns.get(campaignId)?.name ?? ''))
}

function changeOf(
  context: Context,
  keyword: KeywordFacts,
  { operations, takers }: Pick<Pausing, 'operations'> & { takers: readonly TakenOver[] },
) {
  const change = pauseChange(keyword, operations)
  if (takers.length === 0) return change
  const where = campaignsText(context, takers)
  return {
    ...change,
    after: `${change.after} Búsqueda «${keyword.text}»: excluida en ${where}.`,
  }
}

/** `parts`: keywords of one or several campaigns, two or more. */
export function idleGroupTexts(
  context: Context,
  parts: readonly Finding[],
  isTakenOver: boolean,
): GroupTexts {
  const paused = pausedTogether(context, parts, (figures) => {
    const { show } = figures
    return {
      title: `Pausa ${show('count')} palabras clave de ${whereText(context, parts)}${isTakenOver ? ' y excluye sus búsquedas' : ''}: ${show('cost')} sin ninguna conversión`,
      description: `Suman ${figures.count('clicks', 'clic', 'clics')} en ${show('days')} días y ninguno ha terminado en conversión: ${examples(labelsOf(parts))}. Al pausarlas conservan su historial y pueden volver a activarse.${isTakenOver ? ' En pausa, otras palabras clave recogerían sus búsquedas y se seguirían pagando: por eso también se excluyen como exactas.' : ''}`,
    }
  })
  if (!isTakenOver) return paused
  return {
    ...paused,
    after: 'Las palabras clave de la tabla, en pausa, y sus búsquedas exactas, excluidas.',
  }
}

export const NO_CLICKS = 'No hay palabras clave con clics en el periodo.'
