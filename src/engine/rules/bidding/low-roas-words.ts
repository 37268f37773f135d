import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Unit } from '#shared/unit-text.ts'
import type { Context, Target } from '../../account/context.ts'
import type { Sums } from '../../account/known-figures.ts'
import type { Valued } from '../../account/reported-values.ts'
import type { CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts, MutateOperation } from '../../findings/recommendation.ts'
import { whereText } from '../../words/group-figures.ts'
import {
  type Pausing,
  pauseCaveats,
  pauseChange,
  pausedTogether,
} from '../../words/paused-keywords.ts'
import { keywordName } from '../../words/place-names.ts'
import { figuresOf } from '../../words/say.ts'
import { labelsOf } from '../../words/setup-groups.ts'
import { examples, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import {
  certainty,
  comingClicks,
  comingClicksCaveat,
  conversionCaveats,
  smartBiddingCaveat,
} from '../../words/shared-texts.ts'
import {
  campaignTable,
  integer,
  keywordTable,
  money,
  percent,
  quantity,
  type Texts,
} from './campaign-facts.ts'
import type { Remedy } from './campaign-remedy.ts'
import { NO_AMOUNT, REMEDY_TITLES, remedyAdvice, remedyChange } from './campaign-remedy-words.ts'
import type { RoasReference, RoasVerdict } from './roas-evidence.ts'

type Low = { verdict: RoasVerdict; probability: number; key: string }
export type LowCampaign = Low & { campaign: CampaignFacts<Valued> }
export type LowKeyword = Low & { keyword: KeywordFacts<Valued>; target: Target }

export function lowCampaignTexts(
  context: Context,
  one: LowCampaign,
  remedy: Remedy,
  operations: MutateOperation[],
): Texts {
  const { campaign } = one
  const newBudget = remedy.kind === 'halve' ? remedy.newBudgetMicros : null
  const figures = figuresFor(context, one, campaign.sums, {
    now: campaign.budgetMicros ?? null,
    proposed: newBudget,
  })
  const { show } = figures
  return {
    title: `${REMEDY_TITLES[remedy.kind]} «${campaign.name}»: su ROAS es del ${show('roas')}`,
    description: `En ${show('days')} días costó ${show('cost')} y sus conversiones valen ${show('value')}: un ROAS del ${show('roas')}, frente al ${show('reference')} (${REFERENCES[one.verdict.reference.origin]}). ${remedyAdvice(remedy, show('newBudget'))}`,
    whyNow: `Sigue gastando unos ${show('monthlyCost')} al mes.`,
    impact: remedy.kind === 'decide' ? withoutAmount(NO_AMOUNT[remedy.why]) : withAmount(),
    card: {
      figures: figures.list,
      table: campaignTable([campaign], COLUMNS, cellsOf),
      test: testOf(one, figures),
      counterEvidence: [
        ...caveats(context, one, figures),
        ...(SEARCHED.has(campaign.channelType) ? [] : [SEEN_BEFORE]),
        ...(remedy.kind === 'halve' ? smartBiddingCaveat(campaign) : []),
      ],
      change: remedyChange(context, campaign, remedy, operations),
    },
  }
}

export function lowKeywordTexts(context: Context, one: LowKeyword, more: Pausing): Texts {
  const { keyword } = one
  const campaign = context.campaigns.get(keyword.campaignId)
  const match = MATCH_TYPES[keyword.matchType].inSentence
  const figures = figuresFor(context, one, keyword.sums, { now: null, proposed: null })
  const { show } = figures
  return {
    title: `Pausa la palabra clave ${keywordName(context, keyword)}: su ROAS es del ${show('roas')}`,
    description: `«${keyword.text}» (concordancia ${match}, campaña «${campaign?.name ?? ''}») costó ${show('cost')} en ${show('days')} días y sus conversiones valen ${show('value')}: un ROAS del ${show('roas')}, frente al ${show('reference')} (${REFERENCES[one.verdict.reference.origin]}). En pausa conserva su historial y puede volver a activarse.`,
    whyNow: `Sigue gastando unos ${show('monthlyCost')} al mes.`,
    impact: withAmount(),
    card: {
      figures: figures.list,
      table: keywordTable(
        [keyword],
        (id) => context.adGroups.get(id)?.name ?? '',
        COLUMNS,
        cellsOf,
      ),
      test: testOf(one, figures),
      counterEvidence: [...caveats(context, one, figures), ...pauseCaveats(context, keyword, more)],
      change: pauseChange(keyword, more.operations),
    },
  }
}

/** `parts`: keywords of one or several campaigns, two or more. */
export function lowKeywordsTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  return pausedTogether(context, parts, (figures) => {
    const { show } = figures
    return {
      title: `Pausa ${show('count')} palabras clave de ${whereText(context, parts)} que devuelven muy poco de los ${show('cost')} que cuestan`,
      description: `Lo que valen sus conversiones queda muy por debajo de lo necesario para lo que costaron en ${show('days')} días: ${examples(labelsOf(parts))}. La tabla dice lo que costó y lo que valió cada una. En pausa conservan su historial.`,
    }
  })
}

/** What value over cost is held against. */
const REFERENCES: Record<RoasReference['origin'], string> = {
  campaign: 'el ROAS objetivo de la campaña, acercado al que consigue si no lo alcanza',
  goal: 'lo que dijiste que puede costar una conversión, con lo que suele valer en las demás campañas',
  account: 'el ROAS objetivo más bajo de la cuenta, hasta donde se alcanza',
  even: 'recuperar en valor lo que se gasta',
}

const COLUMNS: Record<string, [string, Unit]> = {
  value: ['Valor', 'money'],
  roas: ['ROAS', 'percent'],
}
function cellsOf({ sums }: { sums: Sums<Valued> }) {
  return { value: sums.valueMicros, roas: sums.valueMicros / sums.costMicros }
}

type Budgets = { now: number | null; proposed: number | null }

function figuresFor(context: Context, low: Low, sums: Sums<Valued>, budgets: Budgets) {
  const { verdict, probability } = low
  const { reference, value } = verdict
  return figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    clicks: integer('Clics', sums.clicks),
    cost: money('Coste', sums.costMicros),
    monthlyCost: money('Coste al mes', sums.costMicros * context.monthFactor),
    conversions: quantity('Conversiones', sums.conversionsMicros / MICROS),
    value: money('Valor de sus conversiones', sums.valueMicros),
    roas: percent('ROAS', sums.valueMicros / sums.costMicros),
    reference: percent('ROAS de referencia', reference.roas),
    limit: percent('ROAS que no se alcanza', verdict.limit),
    expected: percent('ROAS estimado', verdict.expected),
    worth: money('Valor estimado de una conversión', Math.exp(value.ln)),
    probability: certainty(probability),
    comingClicks: comingClicks(context),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
    budget: money('Presupuesto actual', budgets.now),
    newBudget: money('Presupuesto propuesto', budgets.proposed),
  })
}

type Figures = ReturnType<typeof figuresFor>

function testOf(one: Low, { list, show }: Figures): Texts['card']['test'] {
  return {
    name: 'Gamma–Poisson para las conversiones y lognormal para su valor',
    sentence: `Contando con que unas pocas ventas grandes cambian el valor medio (aquí, unos ${show('worth')} por conversión)${isMean(one) ? ', con que las demás campañas no valen todas lo mismo y con que el mes que viene puede ser distinto' : ''}, hay una probabilidad del ${show('probability')} de que su ROAS real no llegue al ${show('limit')}.`,
    numbers: [
      ...list.filter(({ key }) => ['expected', 'worth', 'limit', 'probability'].includes(key)),
      ...one.verdict.posterior.flatMap(({ weight, shape, rate }, i) => [
        { key: `weight${i}`, ...percent(`Peso del grupo ${i + 1}`, weight) },
        { key: `shape${i}`, ...quantity(`Gamma ${i + 1}: forma`, shape) },
        { key: `rate${i}`, ...quantity(`Gamma ${i + 1}: clics`, rate) },
      ]),
      {
        key: 'spread',
        ...quantity('Duda del valor (desviación de su logaritmo)', one.verdict.value.sd),
      },
      ...(isMean(one)
        ? [
            {
              key: 'referenceSpread',
              ...quantity('Duda de la referencia (la misma medida)', one.verdict.reference.sd),
            },
          ]
        : []),
    ],
  }
}

const isMean = ({ verdict }: Low) => verdict.reference.origin === 'goal'

function caveats(context: Context, { verdict }: Low, { show }: Figures): string[] {
  return [
    ...conversionCaveats(context, show('knownShare')),
    ...comingClicksCaveat(show('comingClicks')),
    ...(verdict.reference.origin === 'even'
      ? [
          'No consta tu margen: se compara con recuperar en valor lo que se gasta; con cualquier margen se pierde aún más.',
        ]
      : []),
    ...(verdict.reference.origin === 'account'
      ? [
          'Esta campaña no tiene ROAS objetivo propio: se ha usado el más bajo de los que pides a otras.',
        ]
      : []),
    'El valor es el que se envía a Google: si faltan ventas por teléfono, devoluciones o compras posteriores, no está en la cuenta.',
  ]
}

/** Elsewhere ads are shown to people who were not looking for anything. */
const SEARCHED = new Set(['SEARCH', 'SHOPPING'])
const SEEN_BEFORE =
  'Quien ve estos anuncios y compra otro día buscando la marca cuenta en la otra campaña: mira antes cuántas ventas empiezan aquí.'

export const NO_VALUES =
  'Los valores de conversión no constan, son iguales para todas, faltan en parte o cambiaron hace poco: con ellos no se puede juzgar el ROAS.'

export const SCORES =
  'Los valores de conversión suman en total menos de lo gastado y parecen puntos, que ordenan las conversiones pero no son ingresos: con ellos no se puede juzgar el ROAS.'

export const NONE_LOW =
  'Ninguna campaña ni palabra clave queda con seguridad muy por debajo del ROAS que necesita.'
