import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import type { Sums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { KeywordFacts, NegativeKeyword } from '../../account/snapshot.ts'
import type { EvidenceTable, MutateOperation } from '../../findings/recommendation.ts'
import type { GammaMixture } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { directCheck, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { sumCells } from '../bidding/campaign-facts.ts'

/** A negative, wherever it acts, and the live keywords that it leaves without any query. */
export type Blockade = {
  negative: NegativeKeyword
  keywords: KeywordFacts<never>[]
  /** Of the keywords those that sold in the window, before the block or past it; null where that cannot be told. */
  sold: Sold[] | null
}

export type Sold = { keyword: KeywordFacts; posterior: GammaMixture; target: Target }

export function blockingNegativeTexts(
  context: Context,
  { negative, keywords, sold }: Blockade,
  hasAmount: boolean,
  operations: MutateOperation[],
) {
  const sums = sold && addUp(sold.map(({ keyword }) => keyword.sums))
  const conversions = sums && sums.conversionsMicros / MICROS
  const hasSold = conversions !== null && conversions > 0
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    keywords: { label: 'Palabras clave frenadas', unit: 'integer', value: keywords.length },
    conversions: { label: 'Conversiones que trajeron', unit: 'quantity', value: conversions },
    cost: { label: 'Coste que tuvieron', unit: 'money', value: sums?.costMicros ?? null },
  })
  const { show } = figures
  const name = `«${negative.text}» (negativa ${MATCH_TYPES[negative.matchType].inSentence})`
  const whom =
    keywords.length === 1
      ? `la palabra clave «${keywords[0]!.text}»`
      : `${show('keywords')} palabras clave activas`
  return {
    title: hasSold
      ? `Quita la negativa «${negative.text}»: frena ${whom}`
      : `La negativa «${negative.text}» frena ${whom}: quita una de las dos`,
    description: `${name} está puesta en ${placeOf(negative, context)} y no deja que salga ${whom}. ${hasSold ? `En ${show('days')} días llegaron por ahí ${figures.count('conversions', 'conversión', 'conversiones')}, que dejarán de llegar mientras siga.` : 'Si esa búsqueda no interesa, sobra la palabra clave; si interesa, sobra la negativa.'}`,
    whyNow: 'Una palabra clave frenada no da error en Google Ads: solo deja de salir.',
    impact: hasAmount
      ? withAmount(', si vuelve a traer lo que traía')
      : withoutAmount('no consta que lo que traía saliera a cuenta'),
    card: {
      figures: figures.list,
      table: tableOf(context, { negative, keywords, sold }),
      test: directCheck(
        'No hay azar que valorar: las palabras de la negativa están, tal cual, en la palabra clave. Las negativas no se extienden a plurales ni a acentos, y así se ha comprobado.',
      ),
      counterEvidence: caveats(negative),
      change: {
        operations,
        before: `${name} en ${placeOf(negative, context)}.`,
        after: afterOf(hasSold, operations),
      },
    },
  }
}

function afterOf(hasSold: boolean, operations: readonly MutateOperation[]): string {
  if (!hasSold) return 'Sin una de las dos, la que decidas (se quita a mano en Google Ads).'
  return operations.length > 0
    ? 'Sin esa palabra clave negativa.'
    : 'Sin esa palabra clave negativa (se quita a mano en Google Ads).'
}

function caveats({ scope }: NegativeKeyword): string[] {
  const shared =
    'Está en una lista compartida: al quitarla deja de actuar en todas las campañas que la usan.'
  return [
    'Puede haberse puesto a propósito, para que esas búsquedas salgan en otra campaña o grupo.',
    ...(scope === 'shared' ? [shared] : []),
  ]
}

function placeOf({ scope, campaignId, adGroupId }: NegativeKeyword, context: Context): string {
  if (scope === 'shared') return 'una lista compartida de negativas'
  if (scope === 'campaign') {
    return `la campaña «${context.campaigns.get(campaignId ?? '')?.name ?? campaignId}»`
  }
  return `el grupo de anuncios «${context.adGroups.get(adGroupId ?? '')?.name ?? adGroupId}»`
}

function tableOf(context: Context, { keywords }: Blockade): EvidenceTable {
  return {
    columns: columnsOf('keyword', 'matchType', 'campaign', 'adGroup', 'impressions', 'conversions'),
    rows: keywords.slice(0, THRESHOLDS.blockedMost.value).map((keyword) => ({
      keyword: keyword.text,
      matchType: MATCH_TYPES[keyword.matchType].inSentence,
      campaign: context.campaigns.get(keyword.campaignId)?.name ?? '',
      adGroup: context.adGroups.get(keyword.adGroupId)?.name ?? '',
      ...tracesOf(keyword.sums),
    })),
  }
}

function tracesOf(sums: Sums) {
  const { impressions, conversions } = sumCells(sums)
  return { impressions, conversions }
}

export const NONE = 'Ninguna palabra clave negativa frena del todo a una palabra clave activa.'

export const NO_NEGATIVES = 'No consta ninguna palabra clave negativa en la cuenta.'
