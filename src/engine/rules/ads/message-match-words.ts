import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { LookedPage } from '../../account/inventory.ts'
import { addUp } from '../../account/measurement.ts'
import type { AdGroupFacts, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { labelsOf, quoted, settingsGroupTexts } from '../../words/setup-groups.ts'
import { directCheck, textColumn, withoutAmount } from '../../words/setup-texts.ts'
import { seenText } from './dead-landing-pages-words.ts'

export type OffTopicGroup = { adGroup: AdGroupFacts; page: LookedPage; keywords: KeywordFacts[] }

export function messageTexts(
  context: Context,
  campaign: CampaignFacts,
  groups: readonly OffTopicGroup[],
) {
  const rows = groups
    .map((group) => ({ campaign: campaign.name, ...rowOf(context, group) }))
    .sort((a, b) => b.cost - a.cost || (a.adGroup < b.adGroup ? -1 : 1))
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    groups: { label: 'Grupos de anuncios', unit: 'integer', value: groups.length },
    clicks: {
      label: 'Clics de esas palabras clave',
      unit: 'integer',
      value: rows.reduce((sum, { clicks }) => sum + clicks, 0),
    },
    cost: {
      label: 'Coste de esas palabras clave',
      unit: 'money',
      value: rows.reduce((sum, { cost }) => sum + cost, 0),
    },
  })
  const { show } = figures
  const count = figures.count('groups', 'grupo de anuncios', 'grupos de anuncios')
  const [first] = rows
  return {
    title: `Haz que la página hable de lo que se busca en ${count} de «${campaign.name}»`,
    description: `Ni el título ni los encabezados de la página nombran lo que piden las palabras clave de ${count}: ${show('clicks')} clics y ${show('cost')} en ${show('days')} días. Quien busca «${first!.keyword}» llega a «${first!.pageTitle}».`,
    whyNow:
      'Quien no ve en la página lo que buscaba se va, y Google tiene en cuenta si la página responde a la búsqueda.',
    impact: withoutAmount('cuánto mejora la conversión depende de cómo quede la página.'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          ...columnsOf('campaign', 'adGroup', 'keyword'),
          textColumn('page', 'Página'),
          textColumn('pageTitle', 'Su título'),
          textColumn('heading', 'Su primer encabezado'),
          textColumn('seen', 'Vista por última vez'),
          ...columnsOf('clicks', 'cost', 'conversions'),
        ],
        rows,
      },
      test: directCheck(
        'No hay azar que valorar: se ha abierto la página y se ha mirado si su título o sus encabezados nombran, en singular o plural, alguna de las palabras que traen los clics.',
      ),
      counterEvidence: [
        'Puede decirlo con otras palabras, en otro idioma o más abajo: solo se leen el título y los encabezados.',
        'Si esas palabras traen conversiones, la página ya convence: compáralo con lo que costaría cambiarla.',
      ],
      change: {
        operations: [],
        before: `${count} hacia una página que no nombra lo que se busca.`,
        after:
          'Un título y un encabezado que digan lo que se busca, o los anuncios hacia la página que ya lo dice.',
      },
    },
  }
}

function rowOf(context: Context, { adGroup, page, keywords }: OffTopicGroup) {
  const sums = addUp(keywords.map((keyword) => keyword.sums))
  const main = keywords.reduce((a, b) => (b.sums.clicks > a.sums.clicks ? b : a))
  return {
    adGroup: adGroup.name,
    keyword: main.text,
    page: page.address,
    pageTitle: page.title || page.headings[0]!,
    heading: page.headings[0] ?? '—',
    seen: seenText(context, page),
    clicks: sums.clicks,
    cost: sums.costMicros,
    conversions: sums.conversionsMicros / MICROS,
  }
}

/** `parts`: campaigns. */
export function messageGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.plural(parts.length, 'campaña', 'campañas')
  const texts = settingsGroupTexts(context, parts, 'Campañas', {
    title: `Haz que las páginas de ${count} hablen de lo que se busca`,
    description: `En ${quoted(labelsOf(parts))} hay grupos de anuncios con páginas que no nombran, ni en el título ni en los encabezados, lo que piden sus palabras clave. La tabla dice cuáles y qué se lee en cada una.`,
  })
  return { ...texts, test: parts[0]!.card.test }
}

export function allMatch({ say }: Context, count: number): string {
  if (count === 0)
    return 'No se ha podido leer la página de ningún grupo de anuncios con palabras clave.'
  return `Se ha mirado la página de ${say.plural(count, 'grupo de anuncios', 'grupos de anuncios')}: donde hay clics suficientes, el título o los encabezados nombran lo que se busca.`
}
