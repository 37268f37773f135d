import { percentDigits } from '#shared/unit-text.ts'
import type { Context } from '../../account/context.ts'
import type { Figure } from '../../findings/recommendation.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, listed, withoutAmount } from '../../words/setup-texts.ts'
import { integer, keywordTable, percent, type Texts } from '../bidding/campaign-facts.ts'
import type { CampaignQuality, QualityComponent, WeakComponent } from './keyword-quality.ts'
import { qualityCaveats, qualityFacts } from './low-quality-score-words.ts'

const COMPONENTS: Record<QualityComponent, { short: string; name: string; remedy: string }> = {
  expectedCtr: {
    short: 'CTR esperado',
    name: 'el CTR esperado (el porcentaje de clics)',
    remedy: 'Prueba títulos con una ventaja concreta (precio, plazo, garantía) y añade recursos.',
  },
  adRelevance: {
    short: 'relevancia del anuncio',
    name: 'la relevancia del anuncio',
    remedy: 'Separa los grupos por tema y repite en los títulos lo que se ha buscado.',
  },
  landingPage: {
    short: 'página de destino',
    name: 'la experiencia en la página de destino',
    remedy:
      'Lleva cada grupo a la página que responde a su búsqueda y revisa su velocidad en el móvil.',
  },
}

/** `weak` is not empty and begins with the component of most spend. */
export function qualityComponentTexts(
  context: Context,
  one: CampaignQuality,
  weak: readonly WeakComponent[],
): Texts {
  const { campaign } = one
  const [worst] = weak
  const keywords = [...new Set(weak.flatMap((component) => component.keywords))]
  const figures = figuresOf(context.say, {
    ...qualityFacts(context, one, keywords),
    count: integer('Palabras clave por debajo de la media', keywords.length),
    share: percent('Mayor gasto por debajo de la media', worst!.share),
  })
  const { show } = figures
  const shares = weak.map(
    ({ component, share }) => `${COMPONENTS[component].name} en el ${percentOf(context, share)}`,
  )
  return {
    title: `Mejora la calidad de «${campaign.name}»: ${listed(weak.map(({ component }) => COMPONENTS[component].short))}`,
    description: `Google la puntúa por debajo de otros anunciantes: ${listed(shares)} del gasto. ${weak.map(({ component }) => COMPONENTS[component].remedy).join(' ')}`,
    whyNow: `Afecta al menos al ${show('share')} de lo que gasta la campaña: se paga más por cada clic o se sale menos.`,
    impact: withoutAmount('el ahorro es solo orientativo'),
    card: {
      figures: [...figures.list, ...weak.map(shareFigure)],
      table: keywordTable(
        keywords,
        (id) => context.adGroups.get(id)?.name ?? '',
        { score: ['Nivel de calidad', 'integer'], weak: ['Por debajo de la media', 'text'] },
        (keyword) => ({
          score: keyword.qualityScore ?? null,
          weak: listed(
            weak
              .filter((component) => component.keywords.includes(keyword))
              .map(({ component }) => COMPONENTS[component].short),
          ),
        }),
      ),
      test: directCheck(
        `Google marca «por debajo de la media» ${listed(shares)} del gasto de la campaña.`,
      ),
      counterEvidence: qualityCaveats(show('saving')),
      change: null,
    },
  }
}

function shareFigure({ component, share }: WeakComponent): Figure {
  const { short } = COMPONENTS[component]
  return { key: `share-${component}`, ...percent(`Gasto con mal dato de ${short}`, share) }
}

function percentOf({ say }: Context, share: number): string {
  return say.percent(share, percentDigits(share))
}

export const ONLY_RIVALS =
  'Solo tienen mala calidad las campañas que pujan por el nombre de la competencia, donde es lo normal.'

export const NO_COMPONENTS =
  'No se conocen los componentes del nivel de calidad de las palabras clave con clics.'

export const NONE_WEAK =
  'Ningún componente del nivel de calidad está por debajo de la media en una parte apreciable del gasto.'
