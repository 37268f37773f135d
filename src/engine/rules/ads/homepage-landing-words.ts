import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { AdGroupFacts, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { directCheck, textColumn, withoutAmount } from '../../words/setup-texts.ts'

/** An ad group whose ads all lead to the home page though its keywords ask for something in particular. */
export type HomepageGroup = {
  adGroup: AdGroupFacts
  keywords: KeywordFacts[]
  url: string
  /** A page of the same site whose address names the same thing, if one is known. */
  better: string | null
}

export function homepageTexts(
  context: Context,
  campaign: CampaignFacts,
  groups: readonly HomepageGroup[],
) {
  const rows = groups.map(rowOf).sort((a, b) => b.cost - a.cost || (a.adGroup < b.adGroup ? -1 : 1))
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    groups: { label: 'Grupos que llevan a la portada', unit: 'integer', value: groups.length },
    cost: {
      label: 'Coste de esas palabras clave',
      unit: 'money',
      value: rows.reduce((sum, { cost }) => sum + cost, 0),
    },
    matched: {
      label: 'Con una página mejor conocida',
      unit: 'integer',
      value: groups.filter(({ better }) => better !== null).length,
    },
  })
  const { show } = figures
  const count = figures.count('groups', 'grupo de anuncios', 'grupos de anuncios')
  const known = groups.some(({ better }) => better !== null)
  return {
    title: `Lleva ${count} de «${campaign.name}» a una página concreta`,
    description: `En ${count} de «${campaign.name}» las palabras clave piden algo concreto y todos los anuncios llevan a la portada: ${show('cost')} en ${show('days')} días. ${known ? 'La tabla propone, donde la hay, la página de tu web cuya dirección dice lo mismo.' : 'Tu web tiene otras páginas; elige la que responda a cada búsqueda.'}`,
    whyNow: 'Quien busca algo concreto y cae en la portada tiene que volver a buscarlo.',
    impact: withoutAmount('cuánto mejora la conversión depende de la página que se elija.'),
    card: {
      figures: figures.list,
      table: {
        columns: [
          ...columnsOf('adGroup', 'keyword'),
          textColumn('page', 'Página actual'),
          textColumn('better', 'Página que encaja mejor'),
          ...columnsOf('clicks', 'cost', 'conversions'),
        ],
        rows,
      },
      test: directCheck(
        'No hay azar que valorar: se comparan las palabras clave con las direcciones de los anuncios. No se ha abierto ninguna página.',
      ),
      counterEvidence: [
        'En una web de una sola página, o si la portada ya vende justo eso, está bien así.',
        'Que la dirección se parezca no asegura que la página exista todavía o convierta mejor: compruébala antes.',
      ],
      change: {
        operations: [],
        before: `${count} con la portada como página de destino.`,
        after: 'Cada grupo con la página que responde a su búsqueda.',
      },
    },
  }
}

function rowOf({ adGroup, keywords, url, better }: HomepageGroup) {
  const sums = addUp(keywords.map((keyword) => keyword.sums))
  const main = keywords.reduce((a, b) => (b.sums.clicks > a.sums.clicks ? b : a))
  return {
    adGroup: adGroup.name,
    keyword: main.text,
    page: url,
    better: better ?? '—',
    clicks: sums.clicks,
    cost: sums.costMicros,
    conversions: sums.conversionsMicros / MICROS,
  }
}

export const NO_OTHER_PAGES =
  'No se conoce ninguna página de la web aparte de la portada, así que no hay otra que proponer.'

export const ALL_SPECIFIC =
  'Ningún grupo con búsquedas concretas lleva a la portada, o aún tiene pocos clics.'
