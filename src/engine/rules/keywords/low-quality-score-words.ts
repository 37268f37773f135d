import type { Context } from '../../account/context.ts'
import type { KeywordFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, withoutAmount } from '../../words/setup-texts.ts'
import {
  integer,
  keywordTable,
  money,
  percent,
  quantity,
  type Texts,
} from '../bidding/campaign-facts.ts'
import type { CampaignQuality } from './keyword-quality.ts'
import { cautiousQualitySaving } from './quality-saving.ts'

export function lowQualityTexts(context: Context, one: CampaignQuality): Texts {
  const { campaign, scored, lowShare } = one
  const low = scored.filter(({ qualityScore }) => qualityScore! <= THRESHOLDS.lowQuality.value)
  const figures = figuresOf(context.say, {
    ...qualityFacts(context, one, low),
    limit: integer('Nivel de calidad bajo, hasta', THRESHOLDS.lowQuality.value),
    usual: percent('Gasto habitual en calidad baja', THRESHOLDS.lowQualityShare.value),
    count: integer('Palabras clave de calidad baja', low.length),
    lowShare: percent('Gasto en calidad baja', lowShare),
  })
  const { show } = figures
  return {
    title: `El ${show('lowShare')} del gasto de «${campaign.name}» va a palabras clave de calidad baja`,
    description: `${figures.count('count', 'palabra clave tiene', 'palabras clave tienen')} un nivel de calidad de ${show('limit')} o menos, y Google cobra más caro cada clic cuanto más bajo es. Agrupa juntas las que piden lo mismo, con un anuncio y una página que respondan a esas palabras.`,
    whyNow: `Cada clic de esas palabras se paga más caro que el de un anunciante con mejor nivel.`,
    impact: withoutAmount('el ahorro es solo orientativo'),
    card: {
      figures: figures.list,
      table: keywordTable(
        low,
        (id) => context.adGroups.get(id)?.name ?? '',
        { score: ['Nivel de calidad', 'integer'] },
        ({ qualityScore }) => ({ score: qualityScore ?? null }),
      ),
      test: directCheck(
        `El ${show('lowShare')} del gasto va a palabras clave con un nivel de calidad de ${show('limit')} o menos; lo habitual es no pasar del ${show('usual')}.`,
      ),
      counterEvidence: qualityCaveats(show('saving')),
      change: null,
    },
  }
}

/** Of a campaign's keywords, and what the weak ones would cost with a good score. */
export function qualityFacts(
  context: Context,
  { score, knownShare }: CampaignQuality,
  weak: readonly KeywordFacts[],
) {
  const good = THRESHOLDS.goodQuality.value
  const saving = weak.reduce(
    (sum, { qualityScore, sums }) =>
      sum + sums.costMicros * cautiousQualitySaving(qualityScore!, good),
    0,
  )
  return {
    days: integer('Días analizados', context.days),
    score: quantity('Nivel de calidad medio, según gasto', score),
    good: integer('Nivel de calidad bueno, desde', good),
    knownShare: percent('Gasto con nivel de calidad conocido', knownShare),
    saving: money('Ahorro orientativo al mes', saving * context.monthFactor),
  }
}

export function qualityCaveats(saving: string): string[] {
  return [
    `Con un nivel bueno, esas palabras costarían unos ${saving} menos al mes según una regla antigua del oficio: es orientativo y no se suma a nada.`,
    'El nivel de calidad es un resumen redondeado; en cada subasta Google calcula la calidad de nuevo.',
    'Una palabra rentable con calidad baja sigue siendo rentable: no hay que pausarla por esto.',
  ]
}

export const NO_SCORES =
  'Google no da todavía el nivel de calidad de suficientes palabras clave con clics en ninguna campaña.'

export const ALL_WELL =
  'El gasto en palabras clave de nivel de calidad bajo es pequeño en cada campaña.'

export const EXPLAINED =
  'Hay gasto en palabras clave de calidad baja, y se sabe qué falla: lo dice la recomendación sobre los componentes del nivel de calidad.'
