import type { Context } from '../../account/context.ts'
import type { CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { directCheck, withoutAmount } from '../../words/setup-texts.ts'
import { certainty } from '../../words/shared-texts.ts'
import { integer, keywordTable, percent, type Texts } from '../bidding/campaign-facts.ts'
import { type FirstPageBid, meanChance } from './first-page-bids.ts'

export type SilentCase = {
  campaign: CampaignFacts<never>
  silent: KeywordFacts<never>[]
  live: number
}

const groupName = (context: Context) => (id: string) => context.adGroups.get(id)?.name ?? ''

export function disapprovedTexts(context: Context, stopped: readonly KeywordFacts<never>[]): Texts {
  const figures = figuresOf(context.say, {
    count: integer('Palabras clave rechazadas', stopped.length),
  })
  return {
    title: `Google ha rechazado ${figures.count('count', 'palabra clave', 'palabras clave')}`,
    description:
      'Están activas, pero no se muestran porque Google las considera contrarias a sus políticas. Revisa el motivo en Google Ads: corrígelo y pide otra revisión, o quítalas.',
    whyNow: 'Mientras sigan rechazadas no se muestran a nadie.',
    impact: withoutAmount('no se sabe cuánto tráfico traerían'),
    card: {
      figures: figures.list,
      table: keywordTable(
        stopped,
        groupName(context),
        { campaign: ['Campaña', 'text'] },
        ({ campaignId }) => ({ campaign: context.campaigns.get(campaignId)?.name ?? '' }),
      ),
      test: directCheck('Google marca estas palabras clave como rechazadas.'),
      counterEvidence: ['Si ya no interesan, basta con quitarlas.'],
      change: null,
    },
  }
}

export function firstPageTexts(
  context: Context,
  campaign: CampaignFacts<never>,
  cases: readonly FirstPageBid[],
  operations: MutateOperation[],
): Texts {
  const figures = figuresOf(context.say, {
    count: integer('Palabras clave que suben a la primera página', cases.length),
    probability: certainty(meanChance(cases)),
    step: percent('Subida máxima de la puja', THRESHOLDS.bidStep.value),
  })
  const { show } = figures
  const byKeyword = new Map(cases.map((one) => [one.keyword, one]))
  return {
    title: `Sube a la primera página ${figures.count('count', 'palabra clave', 'palabras clave')} de «${campaign.name}»`,
    description: `Su puja queda justo por debajo de lo que Google estima para salir en la primera página. Llegar cuesta como mucho un ${show('step')} más, y por lo que convierte lo que hay a su lado sus clics darán para pagarlo.`,
    whyNow: 'Fuera de la primera página apenas se hace clic.',
    impact: withoutAmount('no se sabe cuántos clics traerá la primera página'),
    card: {
      figures: figures.list,
      table: keywordTable(
        cases.map(({ keyword }) => keyword),
        groupName(context),
        {
          bid: ['Puja', 'money'],
          firstPage: ['Primera página', 'money'],
          newBid: ['Puja propuesta', 'money'],
        },
        (keyword) => ({
          bid: keyword.bidMicros ?? null,
          firstPage: byKeyword.get(keyword)!.firstPageMicros,
          newBid: byKeyword.get(keyword)!.newBidMicros,
        }),
      ),
      test: {
        name: 'Gamma–Poisson con reparto previo aprendido de la cuenta',
        sentence: `La puja está por debajo de la estimación de Google para la primera página. Hay una probabilidad del ${show('probability')}${cases.length > 1 ? ', de media,' : ''} de que un clic a ese precio se pague con lo que trae.`,
        numbers: figures.list.filter(({ key }) => key === 'probability'),
      },
      counterEvidence: [
        'La puja para la primera página es una estimación de Google y cambia de un día a otro.',
        'Apenas han tenido clics: lo que convertirán se espera de las demás de su grupo y de su campaña.',
      ],
      change: {
        operations,
        before: `${figures.count('count', 'puja', 'pujas')} por debajo de la primera página.`,
        after: 'La puja que Google estima para la primera página.',
      },
    },
  }
}

export function silentTexts(context: Context, cases: readonly SilentCase[]): Texts {
  const silent = cases.flatMap((one) => one.silent)
  const live = cases.reduce((sum, one) => sum + one.live, 0)
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    count: integer('Palabras clave sin impresiones', silent.length),
    live: integer('Palabras clave activas', live),
    share: percent('Parte sin impresiones', silent.length / live),
    usual: percent('Parte habitual, como mucho', THRESHOLDS.silentShare.value),
    rare: integer('De ellas, con muy poco volumen según Google', rareOf(silent)),
    campaigns: integer('Campañas', cases.length),
  })
  const { show } = figures
  const where =
    cases.length === 1
      ? `de «${cases[0]!.campaign.name}»`
      : `de ${figures.count('campaigns', 'campaña', 'campañas')}`
  return {
    title: `Revisa ${show('count')} palabras clave ${where} sin una impresión en ${show('days')} días`,
    description: `Son ${show('count')} de las ${show('live')} activas ${cases.length === 1 ? 'en esa campaña' : 'en esas campañas'}. ${rareOf(silent) > 0 ? `De ${show('rare')}, Google dice que casi nadie ${rareOf(silent) === 1 ? 'la' : 'las'} busca. ` : ''}Quita las que sobren; en las demás, mira si la puja es baja, si las frena una negativa o si la misma palabra sale desde otro grupo.`,
    whyNow: `Son el ${show('share')} de las activas; lo habitual es no pasar del ${show('usual')}.`,
    impact: withoutAmount('una palabra que no se muestra no gasta'),
    card: {
      figures: figures.list,
      table: silentTable(cases),
      test: directCheck(
        `Están activas y en ${show('days')} días no suman ninguna impresión: ${show('count')} de ${show('live')}.`,
      ),
      counterEvidence: [
        'Las añadidas hace poco todavía no han tenido tiempo de mostrarse.',
        'Las de temporada vuelven a buscarse cuando toca.',
      ],
      change: null,
    },
  }
}

function rareOf(silent: readonly KeywordFacts<never>[]): number {
  return silent.filter(({ quality }) => quality?.servingStatus === 'RARELY_SERVED').length
}

/** Some of the words of each campaign: all of them would be too long a list. */
function silentTable(cases: readonly SilentCase[]): Texts['card']['table'] {
  return {
    columns: [
      ...columnsOf('campaign'),
      { key: 'count', label: 'Sin impresiones', unit: 'integer' },
      { key: 'live', label: 'Activas', unit: 'integer' },
      { key: 'share', label: 'Parte', unit: 'percent' },
      { key: 'rare', label: 'Con muy poco volumen', unit: 'integer' },
      { key: 'examples', label: 'Por ejemplo', unit: 'text' },
    ],
    rows: cases.map(({ campaign, silent, live }) => ({
      campaign: campaign.name,
      count: silent.length,
      live,
      share: silent.length / live,
      rare: rareOf(silent),
      examples: silent
        .map(({ text }) => text)
        .slice(0, EXAMPLES)
        .join(', '),
    })),
  }
}

const EXAMPLES = 10

export const NO_KEYWORDS = 'No hay palabras clave activas.'

export const tooEarly = ({ say }: Context): string =>
  `Ninguna palabra clave activa consta como rechazada por Google. Cuáles no se muestran se dirá cuando haya ${say.plural(THRESHOLDS.silentDays.value, 'día', 'días')} de datos.`

export const ALL_SHOWN =
  'Casi todas las palabras clave activas se muestran y ninguna consta como rechazada por Google.'
