import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import type { Context } from '../account/context.ts'
import type { KeywordFacts } from '../account/snapshot.ts'
import type { Change, Finding, GroupTexts, MutateOperation } from '../findings/recommendation.ts'
import { groupFigures, groupTest } from './group-figures.ts'
import { budgetLimitedCaveat, smartBiddingCaveat } from './shared-texts.ts'

/** What cards that pause keywords say alike, for any reason. */

export type Pausing = {
  isLastOfAdGroup: boolean
  /** Others of its campaign go on with some of its searches at Google's bids. */
  isPartlyKept?: boolean
  operations: MutateOperation[]
}

export function pauseChange(
  { text, matchType }: KeywordFacts<never>,
  operations: MutateOperation[],
): Change {
  const name = `«${text}» (concordancia ${MATCH_TYPES[matchType].inSentence})`
  return { operations, before: `${name}: activa.`, after: `${name}: en pausa.` }
}

export function pauseCaveats(
  context: Context,
  { campaignId }: KeywordFacts<never>,
  { isLastOfAdGroup, isPartlyKept = false }: Omit<Pausing, 'operations'>,
): string[] {
  const campaign = context.campaigns.get(campaignId)
  return [
    ...smartBiddingCaveat(campaign),
    ...budgetLimitedCaveat(campaign),
    ...(isLastOfAdGroup ? [LAST_OF_GROUP] : []),
    ...(isPartlyKept ? [PARTLY_KEPT] : []),
  ]
}

const LAST_OF_GROUP =
  'Es la única palabra clave activa de su grupo de anuncios, que quedará parado.'

const SOME_LAST =
  'Alguna es la única palabra clave activa de su grupo de anuncios, que quedará parado.'

const PARTLY_KEPT =
  'Otras palabras clave de la campaña seguirían trayendo parte de sus búsquedas: la previsión ya lo descuenta.'

type Own = Pick<GroupTexts, 'title' | 'description'>

/** `parts`: keywords of one or several campaigns, two or more. */
export function pausedTogether(
  context: Context,
  parts: readonly Finding[],
  own: (figures: ReturnType<typeof groupFigures>) => Own,
): GroupTexts {
  const figures = groupFigures(context, parts, 'Palabras clave que se pausan')
  return {
    ...own(figures),
    whyNow: `Siguen gastando unos ${figures.show('monthlyCost')} al mes.`,
    figures: figures.list,
    test: groupTest(parts, figures),
    before: 'Las palabras clave de la tabla, activas.',
    after: 'Las palabras clave de la tabla, en pausa.',
    doubts: (all) => all.map((one) => (one === LAST_OF_GROUP ? SOME_LAST : one)),
  }
}
