import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { MICROS } from '#shared/metrics.ts'
import { listed } from '#shared/spanish-numbers.ts'
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

/** Negatives, wherever they act, and the live keywords that each of them leaves without any query. */
export type Blockade = {
  negatives: NegativeKeyword[]
  keywords: KeywordFacts<never>[]
  /** Of the keywords those that sold in the window, before the block or past it, and whose searches come by no other; null where that cannot be told. */
  sold: Sold[] | null
  /** Where all of their searches come by other keywords: these. */
  taking: KeywordFacts<never>[]
}

export type Sold = { keyword: KeywordFacts; posterior: GammaMixture; target: Target }

export function blockingNegativeTexts(
  context: Context,
  one: Blockade,
  hasAmount: boolean,
  operations: MutateOperation[],
) {
  const { negatives, keywords, sold } = one
  const sums = sold && addUp(sold.map(({ keyword }) => keyword.sums))
  const conversions = sums && sums.conversionsMicros / MICROS
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    keywords: { label: 'Palabras clave frenadas', unit: 'integer', value: keywords.length },
    conversions: { label: 'Conversiones que trajeron', unit: 'quantity', value: conversions },
    cost: { label: 'Coste que tuvieron', unit: 'money', value: sums?.costMicros ?? null },
  })
  const { show } = figures
  const whom =
    keywords.length === 1
      ? `la palabra clave «${keywords[0]!.text}»`
      : `${show('keywords')} palabras clave activas`
  const brought = () =>
    `En ${show('days')} días llegaron por ahí ${figures.count('conversions', 'conversión', 'conversiones')}, que dejarán de llegar mientras ${negatives.length === 1 ? 'siga' : 'sigan'}.`
  const own =
    conversions !== null && conversions > 0
      ? soldTexts(negatives, whom, brought(), operations)
      : unsoldTexts(context, one, whom)
  return {
    title: own.title,
    description: `${stops(context, negatives)} salir ${whom}. ${own.told}`,
    whyNow: 'Una palabra clave frenada no da error en Google Ads: solo deja de salir.',
    impact: hasAmount ? withAmount(', si vuelve a traer lo que traía') : withoutAmount(own.reason),
    card: {
      figures: figures.list,
      table: tableOf(context, one),
      test: directCheck(
        'No hay azar que valorar: las palabras de la negativa están, tal cual, en la palabra clave. Las negativas no se extienden a plurales ni a acentos, y así se ha comprobado.',
      ),
      counterEvidence: caveats(negatives),
      change: {
        operations,
        before: `${listed(negatives.map((negative) => placed(negative, context)))}.`,
        after: own.after,
      },
    },
  }
}

const UNPAID = 'no consta que lo que traía saliera a cuenta'

function soldTexts(
  negatives: readonly NegativeKeyword[],
  whom: string,
  brought: string,
  operations: readonly MutateOperation[],
) {
  const isOne = negatives.length === 1
  const them = isOne ? 'se quita' : 'se quitan'
  const byHand = operations.length > 0 ? '' : ` (${them} a mano en Google Ads)`
  return {
    title: `Quita ${named(negatives)}: ${isOne ? 'frena' : 'frenan'} ${whom}`,
    told: isOne ? brought : `Cada una basta para frenarla: hay que quitarlas todas. ${brought}`,
    reason: UNPAID,
    after: isOne
      ? `Sin esa palabra clave negativa${byHand}.`
      : `Sin ninguna de esas palabras clave negativas${byHand}.`,
  }
}

function unsoldTexts({ campaigns }: Context, { negatives, taking }: Blockade, whom: string) {
  const isOne = negatives.length === 1
  const name = named(negatives)
  const head = `${name[0]!.toUpperCase()}${name.slice(1)} ${isOne ? 'frena' : 'frenan'} ${whom}`
  const [other] = taking
  if (!other)
    return {
      title: isOne ? `${head}: quita una de las dos` : `${head}: decide qué sobra`,
      told: `Si esa búsqueda no interesa, sobra la palabra clave; si interesa, ${isOne ? 'sobra la negativa' : 'sobran todas esas negativas'}.`,
      reason: UNPAID,
      after: `Sin ${isOne ? 'una de las dos' : 'la palabra clave o sin las negativas'}, lo que decidas (se quita a mano en Google Ads).`,
    }
  const where = campaigns.get(other.campaignId)?.name ?? other.campaignId
  return {
    title: `${head}, que ya no hace falta`,
    told: `Esas búsquedas salen ya por «${other.text}» en «${where}»: no se pierden, y lo que sobra es lo frenado. Sin ${isOne ? 'la negativa' : 'las negativas'} competirían las dos por ellas.`,
    reason: 'esas búsquedas llegan ya por otra palabra clave',
    after: `Con lo frenado en pausa (a mano en Google Ads), y ${isOne ? 'la negativa donde está' : 'las negativas donde están'}.`,
  }
}

/** 'la negativa «rojo»', 'las negativas «rojo» y «barato»'. */
function named(negatives: readonly NegativeKeyword[]): string {
  const names = negatives.map(({ text }) => `«${text}»`)
  if (names.length > MOST_NAMED) return `${names.length} negativas`
  return names.length === 1 ? `la negativa ${names[0]}` : `las negativas ${listed(names)}`
}

const MOST_NAMED = 3

/** Up to the verb that says what they stop. */
function stops(context: Context, negatives: readonly NegativeKeyword[]): string {
  const [one] = negatives
  if (one && negatives.length === 1)
    return `${negativeName(one)} está puesta en ${placeOf(one, context)} y no deja`
  return `${listed(negatives.map((negative) => placed(negative, context)))} no dejan`
}

function placed(negative: NegativeKeyword, context: Context): string {
  return `${negativeName(negative)} en ${placeOf(negative, context)}`
}

function negativeName({ text, matchType }: NegativeKeyword): string {
  return `«${text}» (negativa ${MATCH_TYPES[matchType].inSentence})`
}

function caveats(negatives: readonly NegativeKeyword[]): string[] {
  const shared =
    'Está en una lista compartida: al quitarla deja de actuar en todas las campañas que la usan.'
  const several =
    'Alguna está en una lista compartida: al quitarla deja de actuar en todas las campañas que la usan.'
  return [
    'Puede haberse puesto a propósito, para que esas búsquedas salgan en otra campaña o grupo.',
    ...(negatives.some(({ scope }) => scope === 'shared')
      ? [negatives.length === 1 ? shared : several]
      : []),
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
