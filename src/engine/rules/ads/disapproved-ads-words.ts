import { POLICY_TOPICS } from '#shared/ads-words/policy-topics.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AdFacts } from '../../account/inventory.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { directCheck, listed, textColumn, withoutAmount } from '../../words/setup-texts.ts'

export type PolicyProblem = 'disapproved' | 'limited' | 'insecure'

export type PolicyCase = {
  campaign: CampaignFacts
  problem: PolicyProblem
  ads: AdFacts[]
  /** Ad groups among theirs where no other ad can be shown. */
  silencedGroups: string[]
}

export function disapprovedAdTexts(context: Context, one: PolicyCase) {
  const { campaign, ads, problem, silencedGroups } = one
  const silent = ads.filter(({ adGroupId }) => silencedGroups.includes(adGroupId))
  const sumOf = (key: 'costMicros' | 'conversionsMicros') =>
    silent.reduce((sum, { sums }) => sum + sums[key], 0)
  const figures = figuresOf(context.say, {
    ads: { label: 'Anuncios afectados', unit: 'integer', value: ads.length },
    groups: {
      label: 'Grupos que se quedan sin anuncio',
      unit: 'integer',
      value: silencedGroups.length,
    },
    cost: {
      label: 'Coste de estos anuncios en el periodo',
      unit: 'money',
      value: ads.reduce((sum, { sums }) => sum + sums.costMicros, 0),
    },
    stoppedCost: {
      label: 'Coste de esos grupos en el periodo',
      unit: 'money',
      value: sumOf('costMicros'),
    },
    stoppedConversions: {
      label: 'Conversiones de esos grupos en el periodo',
      unit: 'quantity',
      value: sumOf('conversionsMicros') / MICROS,
    },
  })
  const words = WORDS[problem](figures.count('ads', 'anuncio', 'anuncios'), campaign.name)
  const groups = namedGroups(context, silencedGroups)
  const only = silencedGroups.length === 1
  return {
    ...words.head,
    ...(silent.length > 0 && {
      title: `${words.head.title}, y ${groups} ${only ? 'se queda' : 'se quedan'} sin anuncios`,
    }),
    description:
      silent.length > 0
        ? `${words.description} Por eso ${groups} no ${only ? 'puede' : 'pueden'} salir en ninguna búsqueda: con ${silent.length === 1 ? 'ese anuncio' : 'esos anuncios'} ${only ? 'trajo' : 'trajeron'} en el periodo ${figures.count('stoppedConversions', 'conversión', 'conversiones')} por ${figures.show('stoppedCost')}.`
        : words.description,
    impact: withoutAmount(silent.length > 0 ? LOST_WHOLE : words.noAmount),
    card: {
      figures: figures.list.filter(({ key }) => silent.length > 0 || !key.startsWith('stopped')),
      table: tableOf(context, ads),
      test: directCheck('No hay azar que valorar: es lo que Google dice hoy de cada anuncio.'),
      counterEvidence: words.counterEvidence,
      change: { operations: [], before: words.before, after: words.after },
    },
  }
}

const LOST_WHOLE = 'se deja de ganar todo lo que estos grupos traerían, y cuánto sería no se sabe.'

/** '«A» y «B»', the first few of them. */
function namedGroups(context: Context, ids: readonly string[]): string {
  const names = ids.map((id) => `«${context.adGroups.get(id)?.name ?? ''}»`)
  const rest = names.length - MOST_NAMED
  return listed(rest > 0 ? [...names.slice(0, MOST_NAMED), `${rest} grupos más`] : names)
}

const MOST_NAMED = 3

/** `count` as '1 anuncio' or '3 anuncios'. */
const isOne = (count: string) => count.startsWith('1 ')

const WORDS: Record<PolicyProblem, (count: string, name: string) => Words> = {
  disapproved: (count, name) => ({
    head: {
      title: `Corrige ${count} de «${name}»: Google ${isOne(count) ? 'lo' : 'los'} ha rechazado`,
      whyNow: 'Un anuncio rechazado no se muestra mientras no se corrija.',
    },
    description: `Google ha rechazado ${count} de la campaña «${name}» por sus políticas; la tabla dice ${isOne(count) ? 'cuál' : 'cuáles'} y por qué.`,
    noAmount: `lo que se deja de ganar depende de qué otros anuncios ${isOne(count) ? 'lo' : 'los'} sustituyan.`,
    before: `${count} con rechazo.`,
    after: 'Anuncios corregidos y enviados de nuevo a revisión, o en pausa si ya no hacen falta.',
    counterEvidence: [
      'El rechazo puede ser un error: se puede recurrir desde Google Ads.',
      'Si son anuncios viejos que otros ya sustituyen, basta con pausarlos.',
    ],
  }),
  limited: (count, name) => ({
    head: {
      title: `Revisa los anuncios con limitaciones de «${name}»: ${count}`,
      whyNow: 'Un anuncio limitado sale en menos búsquedas de las posibles.',
    },
    description: `Google muestra con limitaciones ${count} de la campaña «${name}»; la tabla dice el motivo de cada uno.`,
    noAmount: 'Google no dice cuántas impresiones se pierden por ello.',
    before: `${count} con limitaciones.`,
    after: 'Textos o páginas corregidos donde el motivo lo permita.',
    counterEvidence: [
      'Algunas limitaciones son propias del sector (salud, alcohol, juego, marcas de terceros) y no se pueden quitar.',
    ],
  }),
  insecure: (count, name) => ({
    head: {
      title: `Cambia a https las direcciones de «${name}»: ${count}`,
      whyNow: 'El navegador avisa de que la página no es segura antes de que nadie la lea.',
    },
    description: `En la campaña «${name}» hay ${count} que ${isOne(count) ? 'lleva' : 'llevan'} a una dirección sin cifrar (http). Aunque la web redirija, cada visita pierde tiempo por el camino.`,
    noAmount: 'no se sabe cuántas visitas se pierden por el aviso.',
    before: `${count} con http.`,
    after: 'Las mismas páginas con https.',
    counterEvidence: [
      'No se ha abierto la página: puede que la web ya redirija a la dirección segura.',
    ],
  }),
}

type Words = {
  head: { title: string; whyNow: string }
  description: string
  noAmount: string
  before: string
  after: string
  counterEvidence: string[]
}

function tableOf(context: Context, ads: readonly AdFacts[]) {
  return {
    columns: [
      ...columnsOf('adGroup'),
      textColumn('ad', 'Anuncio'),
      textColumn('topics', 'Motivo según Google'),
      textColumn('url', 'Página'),
      ...columnsOf('impressions', 'clicks', 'cost'),
    ],
    rows: ads.map((ad) => ({
      adGroup: context.adGroups.get(ad.adGroupId)?.name ?? '',
      ad: ad.headlines[0]?.text ?? ad.adId,
      topics: listed(ad.policyTopics.map(topicName)) || '—',
      url: ad.finalUrls[0] ?? '',
      impressions: ad.sums.impressions,
      clicks: ad.sums.clicks,
      cost: ad.sums.costMicros,
    })),
  }
}

/** Google's own name where there is no Spanish one. */
const topicName = (topic: string) => POLICY_TOPICS[topic] ?? topic

export const NO_ADS = 'No hay anuncios activos que revisar.'

export const ALL_ALLOWED =
  'Google permite mostrar todos los anuncios activos, y todos llevan a direcciones seguras.'

export const LIMITED_BY_TRADE =
  'Google muestra todos los anuncios activos; los que limita, por lo que se vende (alcohol, juego, salud…), y eso no lo quita ningún texto.'
