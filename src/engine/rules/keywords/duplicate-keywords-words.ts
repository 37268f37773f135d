import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import type { Context } from '../../account/context.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { mixtureMean } from '../../statistics/priors.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats } from '../../words/shared-texts.ts'
import { savingImpact } from '../../words/waste-texts.ts'
import { integer, keywordTable, money, percent, type Texts } from '../bidding/campaign-facts.ts'
import type { CopyProof, DuplicateCase } from './duplicate-keywords.ts'

export function duplicateKeywordTexts(
  context: Context,
  one: DuplicateCase,
  proof: CopyProof,
  operations: MutateOperation[],
): Texts {
  const isDearer = proof === 'dearer'
  const { kept, copies } = one
  const { text, matchType, adGroupId } = kept.keyword
  const all = [kept, ...copies]
  const groupName = (id: string) => context.adGroups.get(id)?.name ?? ''
  const cost = copies.reduce((sum, { keyword }) => sum + keyword.sums.costMicros, 0)
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    count: integer('Veces que está', all.length),
    copies: integer('Copias que se pausan', copies.length),
    cost: money('Coste de las copias', cost),
    monthlyCost: money('Coste de las copias al mes', cost * context.monthFactor),
    probability: certainty(one.dearer ?? 1),
    knownShare: percent('Clics con tiempo para convertir', context.measurement.knownShare),
  })
  const { show } = figures
  const match = MATCH_TYPES[matchType].inSentence
  const rates = new Map(all.map(({ keyword, belief }) => [keyword, belief && mixtureMean(belief)]))
  return {
    titulo: `«${text}» está ${show('count')} veces: deja solo la de «${groupName(adGroupId)}»`,
    descripcion: `La misma palabra clave, con concordancia ${match}, está activa en ${show('count')} sitios donde pueden coincidir. Google elige uno cada vez y lo aprendido se reparte. Se queda la de mejor nivel de calidad o conversiones más baratas y se pausa lo demás (${figures.count('copies', 'copia', 'copias')}).`,
    whyNow: `Las copias gastan unos ${show('monthlyCost')} al mes.`,
    impact: isDearer ? savingImpact : withoutAmount(NO_AMOUNT[proof]),
    card: {
      figures: figures.list,
      table: keywordTable(
        all.map(({ keyword }) => keyword),
        groupName,
        {
          campaign: ['Campaña', 'text'],
          score: ['Nivel de calidad', 'integer'],
          rate: ['Tasa de conversión estimada', 'percent'],
          plan: ['Propuesta', 'text'],
        },
        (keyword) => ({
          campaign: context.campaigns.get(keyword.campaignId)?.name ?? '',
          score: keyword.qualityScore ?? null,
          rate: rates.get(keyword) ?? null,
          plan: keyword === kept.keyword ? 'se queda' : 'se pausa',
        }),
      ),
      test: isDearer
        ? {
            name: 'Comparación de dos tasas gamma',
            sentence: `Hay una probabilidad del ${show('probability')} de que cada conversión de las copias cueste de verdad más que una de la que se queda.`,
            numbers: figures.list.filter(({ key }) => ['probability', 'knownShare'].includes(key)),
          }
        : directCheck(
            'Las palabras clave tienen las mismas palabras y la misma concordancia, y sus campañas llegan a las mismas zonas.',
          ),
      counterEvidence: [
        ...(isDearer ? conversionCaveats(context, show('knownShare')) : []),
        'Si los grupos llevan a páginas distintas a propósito, la repetición puede ser una prueba en marcha.',
        'Quien hacía clic en la copia verá desde ahora el anuncio del grupo que se queda.',
      ],
      change: {
        operations,
        before: `«${text}» activa en ${show('count')} sitios.`,
        after: `«${text}» activa solo en «${groupName(adGroupId)}».`,
      },
    },
  }
}

const NO_AMOUNT = {
  alike: 'no consta que las copias salgan más caras',
  'told elsewhere': 'lo que las copias gastan de más ya lo ahorran otras recomendaciones',
} as const
