import type { Context } from '../../context.ts'
import type {
  CampaignQuality,
  QualityComponent,
  WeakComponent,
} from '../../rules/keywords/keyword-quality.ts'
import { integer, keywordTable, percent, type Texts } from '../bidding/facts.ts'
import { figuresOf } from '../say.ts'
import { directCheck, withoutAmount } from '../setup-texts.ts'
import { qualityCaveats, qualityFacts } from './low-quality-score.ts'

const COMPONENTS: Record<QualityComponent, { title: string; name: string; remedy: string }> = {
  expectedCtr: {
    title: 'Haz más atractivos los anuncios',
    name: 'el porcentaje de clics esperado',
    remedy:
      'Google espera que se haga menos clic en estos anuncios que en los de otros. Prueba títulos con una ventaja concreta (precio, plazo, garantía) y añade recursos.',
  },
  adRelevance: {
    title: 'Acerca los anuncios a lo que se busca',
    name: 'la relevancia del anuncio',
    remedy:
      'El texto de los anuncios no responde a estas palabras. Sepáralas en grupos por tema y repite en los títulos lo que la persona ha buscado.',
  },
  landingPage: {
    title: 'Mejora la página de destino',
    name: 'la experiencia en la página de destino',
    remedy:
      'La página a la que llegan estos clics carga despacio o no trata de lo que se ha buscado. Lleva cada grupo a la página que responde a su búsqueda y revisa su velocidad en el móvil.',
  },
}

export function qualityComponentTexts(
  context: Context,
  one: CampaignQuality,
  weak: WeakComponent,
): Texts {
  const { campaign } = one
  const { title, name, remedy } = COMPONENTS[weak.component]
  const figures = figuresOf(context.say, {
    ...qualityFacts(context, one, weak.keywords),
    count: integer('Palabras clave por debajo de la media', weak.keywords.length),
    share: percent('Gasto por debajo de la media', weak.share),
  })
  const { show } = figures
  return {
    titulo: `${title} de «${campaign.name}»: por debajo de la media en el ${show('share')} del gasto`,
    descripcion: `Google puntúa ${name} por debajo de otros anunciantes en ${figures.count('count', 'palabra clave', 'palabras clave')}. ${remedy}`,
    whyNow: `Afecta al ${show('share')} de lo que gasta la campaña: se paga más por cada clic o se sale menos.`,
    impact: withoutAmount('el ahorro es solo orientativo'),
    card: {
      figures: figures.list,
      table: keywordTable(
        weak.keywords,
        (id) => context.adGroups.get(id)?.name ?? '',
        { score: ['Nivel de calidad', 'integer'] },
        ({ qualityScore }) => ({ score: qualityScore ?? null }),
      ),
      test: directCheck(
        `Google marca ${name} «por debajo de la media» en palabras clave que suman el ${show('share')} del gasto.`,
      ),
      counterEvidence: qualityCaveats(show('saving')),
      change: null,
    },
  }
}
