import type { BrokenWay } from '#shared/broken-page.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import type { AdFacts, LookedPage } from '../../account/inventory.ts'
import type { AdGroupFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts, MutateOperation } from '../../findings/recommendation.ts'
import type { GammaMixture } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { groupFigures } from '../../words/group-figures.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { labelsOf, quoted } from '../../words/setup-groups.ts'
import { listed, textColumn, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, targetName, worthCaveat } from '../../words/shared-texts.ts'
import { adName } from './ad-name.ts'

export type BrokenAd = { ad: AdFacts; page: LookedPage; broken: NonNullable<LookedPage['broken']> }

/** 'pause': another ad of the ad group leads to a page that works; 'check': visitors are sent elsewhere, perhaps on purpose. */
export type Remedy = 'pause' | 'repair' | 'check'

export type BrokenGroup = {
  adGroup: AdGroupFacts
  remedy: Remedy
  broken: BrokenAd[]
  /** Of these ads. */
  sums: Metrics
  /** What their clicks could have sold; null where conversions cannot be believed. */
  amount: { rates: GammaMixture; rate: number; target: Target } | null
}

export function brokenGroupTexts(
  context: Context,
  group: BrokenGroup,
  operations: MutateOperation[],
) {
  const { adGroup, remedy, broken, amount } = group
  const figures = figuresFor(context, group)
  const { show } = figures
  const count = figures.count('ads', 'anuncio', 'anuncios')
  const campaign = context.campaigns.get(adGroup.campaignId)?.name ?? ''
  const { title, remark, after } = REMEDIES[remedy]
  return {
    title: title(count, `«${adGroup.name}» en «${campaign}»`),
    description: `${count} de «${adGroup.name}» ${broken.length === 1 ? 'lleva' : 'llevan'} a ${whatIsWrong(broken)}. En ${show('days')} días sus ${show('clicks')} clics han costado ${show('cost')}. ${remark}`,
    whyNow: `Mientras siga así se pagan unos ${show('monthlyClicks')} clics al mes que no llegan a lo que se anuncia.`,
    impact: amount
      ? withAmount(' con una página que funcione')
      : withoutAmount(remedy === 'check' ? MOVED_SELLS : NOT_MEASURED),
    card: {
      figures: figures.list,
      table: tableOf(context, broken),
      test: {
        name: 'Página abierta dos veces, con una hora o más entre ambas',
        sentence: `Se han abierto las páginas de los anuncios como lo haría una visita sin cookies, y esta falló cada vez; hay una probabilidad del ${show('probability')} de que a tus visitas les pase lo mismo.${amount ? ` Con una página que funcione se espera que convierta el ${show('rate')} de los clics, y cada conversión se cuenta a ${show('target')} (${targetName(amount.target)}).` : ''}`,
        numbers: figures.list.filter(({ key }) => ['probability', 'rate', 'target'].includes(key)),
      },
      counterEvidence: doubtsOf(group, figures.show('kept')),
      change: {
        operations,
        before: `${listed(broken.map(({ ad }) => `«${adName(ad)}»: activo`))}.`,
        after,
      },
    },
  }
}

const REMEDIES: Record<
  Remedy,
  { title: (count: string, group: string) => string; remark: string; after: string }
> = {
  pause: {
    title: (count, group) => `Pausa ${count} de ${group}: la página no funciona`,
    remark:
      'El grupo tiene otro anuncio cuya página sí funciona: en pausa, las impresiones pasan a él. Cuando la página vuelva, se pueden activar de nuevo.',
    after: 'Los anuncios con la página rota, en pausa; los demás del grupo siguen.',
  },
  repair: {
    title: (_count, group) =>
      `Arregla la página de ${group}: sus anuncios llevan a una que no funciona`,
    remark:
      'Ningún otro anuncio activo del grupo lleva a una página que se sepa que funciona: recupera la página, o cambia la dirección de los anuncios. Si va a tardar, pausa el grupo.',
    after: 'La página recuperada, o los anuncios hacia otra que funcione.',
  },
  check: {
    title: (_count, group) => `Revisa la página de ${group}: las visitas acaban en otro sitio`,
    remark: 'Pon en los anuncios la dirección en la que se vende lo que se anuncia.',
    after: 'Los anuncios con la dirección de una página que hable de lo que se anuncia.',
  },
}

const NOT_MEASURED =
  'las conversiones no se miden bien ahora, así que no se sabe cuántas se pierden.'
const MOVED_SELLS = 'parte de esas visitas encuentra lo que busca de todas formas.'

const WAYS: Record<BrokenWay, { text: string; state: string }> = {
  missing: { text: 'ya no existe', state: 'No existe (404 o 410)' },
  server: { text: 'da un error del servidor', state: 'Error del servidor (5xx)' },
  name: { text: 'está en un dominio que no existe', state: 'El dominio no existe' },
  connection: { text: 'no responde', state: 'No responde' },
  tls: {
    text: 'tiene un certificado que los navegadores rechazan',
    state: 'Certificado no válido',
  },
  home: { text: 'manda a la portada', state: 'Redirige a la portada' },
  domain: { text: 'manda a otra web', state: 'Redirige a otra web' },
}

/** 'una página que ya no existe (https://…)'. */
function whatIsWrong(broken: readonly BrokenAd[]): string {
  const pages = new Map(broken.map(({ page, broken: { way } }) => [page.address, WAYS[way].text]))
  return listed([...pages].map(([address, text]) => `una página que ${text} (${address})`))
}

/** That visitors meet what we met, fraction. */
export function chanceOf(remedy: Remedy): number {
  const { brokenPageProbability, movedPageProbability } = THRESHOLDS
  return (remedy === 'check' ? movedPageProbability : brokenPageProbability).value
}

function figuresFor(context: Context, { remedy, broken, sums, amount }: BrokenGroup) {
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    ads: { label: 'Anuncios', unit: 'integer', value: broken.length },
    clicks: { label: 'Clics', unit: 'integer', value: sums.clicks },
    cost: { label: 'Coste', unit: 'money', value: sums.costMicros },
    monthlyClicks: {
      label: 'Clics al mes',
      unit: 'integer',
      value: sums.clicks * context.monthFactor,
    },
    rate: {
      label: 'Tasa de conversión esperada con otra página',
      unit: 'percent',
      value: amount?.rate ?? null,
    },
    target: {
      label: 'Coste de referencia por conversión',
      unit: 'money',
      value: amount?.target.micros ?? null,
    },
    kept: {
      label: 'Parte de las ventas que aun así se hacen, supuesta',
      unit: 'percent',
      value: THRESHOLDS.brokenPageKept.value,
    },
    probability: certainty(chanceOf(remedy)),
  })
}

function tableOf(context: Context, broken: readonly BrokenAd[]) {
  return {
    columns: [
      ...columnsOf('campaign', 'adGroup'),
      textColumn('ad', 'Anuncio'),
      textColumn('page', 'Página'),
      textColumn('state', 'Qué le pasa'),
      { key: 'since', label: 'Rota al menos desde', unit: 'day' as const },
      textColumn('seen', 'Vista por última vez'),
      ...columnsOf('clicks', 'cost', 'conversions'),
    ],
    rows: broken.map(({ ad, page, broken: { way, since } }) => ({
      campaign: context.campaigns.get(ad.campaignId)?.name ?? '',
      adGroup: context.adGroups.get(ad.adGroupId)?.name ?? '',
      ad: adName(ad),
      page: page.address,
      state: WAYS[way].state,
      since,
      seen: seenText(context, page),
      clicks: ad.sums.clicks,
      cost: ad.sums.costMicros,
      conversions: ad.sums.conversionsMicros / MICROS,
    })),
  }
}

/** '20 nov 2026, 10:14'. */
export function seenText({ say }: Context, { lookedAt }: LookedPage): string {
  return `${say.longDay(lookedAt.slice(0, 10))}, ${lookedAt.slice(11, 16)}`
}

function doubtsOf({ remedy, broken, amount }: BrokenGroup, kept: string): string[] {
  const isError = broken.some(({ broken: { way } }) => way === 'missing' || way === 'server')
  return [
    'El coste es el de todo el periodo: una parte puede ser de cuando la página aún funcionaba.',
    'Algunas webs contestan distinto a un programa que a una persona: ábrela antes en tu navegador.',
    ...(amount && isError
      ? [
          `Quien ve una página de error puede seguir por el menú: se cuenta con que así se hace hasta el ${kept} de las ventas.`,
        ]
      : []),
    ...(amount
      ? [
          'El importe supone que la página sigue igual todo el mes, y que Google no rechaza antes los anuncios.',
        ]
      : []),
    ...(amount ? worthCaveat(amount.target) : []),
    ...(remedy === 'check'
      ? [
          'Si la redirección es a propósito, por ejemplo porque la web ha cambiado de nombre, pon la dirección nueva.',
        ]
      : []),
  ]
}

/** `parts`: ad groups with the same remedy. */
export function brokenGroupsTexts(
  context: Context,
  parts: readonly Finding[],
  remedy: Remedy,
): GroupTexts {
  const figures = groupFigures(context, parts, 'Grupos de anuncios')
  const { show } = figures
  const { remark, after } = REMEDIES[remedy]
  const where = quoted(labelsOf(parts))
  const campaign = context.campaigns.get(parts[0]!.campaignId ?? '')?.name ?? ''
  return {
    title: GROUP_TITLES[remedy](show('count'), campaign),
    description: `En ${show('count')} grupos los anuncios llevan a páginas que ${remedy === 'check' ? 'mandan a otro sitio' : 'no funcionan'}: ${where}. En ${show('days')} días esos clics han costado ${show('cost')}. ${remedy === 'pause' ? 'Cada grupo tiene otro anuncio cuya página sí funciona: en pausa, las impresiones pasan a él.' : remedy === 'repair' ? 'Recupera las páginas, o cambia la dirección de los anuncios; si va a tardar, pausa los grupos.' : remark}`,
    whyNow: WHY_ALL,
    figures: figures.list.filter(({ key }) =>
      ['days', 'count', 'clicks', 'cost', 'probability'].includes(key),
    ),
    test: {
      ...parts[0]!.card.test,
      sentence: `Cada página se ha abierto al menos dos veces, con una hora o más entre ambas, como lo haría una visita sin cookies; hay una probabilidad del ${show('probability')} de que a tus visitas les pase lo mismo.`,
      numbers: figures.list.filter(({ key }) => key === 'probability'),
    },
    before: 'Los anuncios de la tabla, activos.',
    after,
  }
}

const WHY_ALL = 'Mientras sigan así se pagan clics que no llegan a lo que se anuncia.'

/** Of what is paused all is in one campaign. */
const GROUP_TITLES: Record<Remedy, (count: string, campaign: string) => string> = {
  pause: (count, campaign) =>
    `Pausa los anuncios con la página rota en ${count} grupos de «${campaign}»`,
  repair: (count) => `Arregla las páginas de ${count} grupos: no funcionan`,
  check: (count) => `Revisa las páginas de ${count} grupos: las visitas acaban en otro sitio`,
}

export function allWork({ say }: Context, count: number): string {
  return count === 0
    ? 'No se ha abierto ninguna página de los anuncios: ninguna tiene clics suficientes.'
    : `Se ${count === 1 ? 'ha' : 'han'} abierto ${say.plural(count, 'página', 'páginas')} de los anuncios: ninguna con clics suficientes ha fallado dos veces.`
}
