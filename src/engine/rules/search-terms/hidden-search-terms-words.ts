import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { EvidenceTable } from '../../findings/recommendation.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { directCheck, withoutAmount } from '../../words/setup-texts.ts'

export type Visibility = {
  /** Cost of the searches whose words Google shows, and of all of them; micros. */
  visibleMicros: number
  allMicros: number
  share: number
  byCampaign: { name: string; visibleMicros: number; allMicros: number }[]
}

/** Campaigns listed, the most hidden cost first. */
const ROWS = 10

export function hiddenSearchTermTexts(context: Context, visibility: Visibility) {
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    share: {
      label: 'Parte del coste cuyas búsquedas se ven',
      unit: 'percent',
      value: visibility.share,
    },
    hidden: {
      label: 'Coste en búsquedas ocultas',
      unit: 'money',
      value: visibility.allMicros - visibility.visibleMicros,
    },
  })
  const { show } = figures
  return {
    title: `Google solo enseña las búsquedas del ${show('share')} del gasto`,
    description: `De ${show('hidden')} gastados en ${show('days')} días no se sabe qué se buscó: Google oculta las búsquedas que hace poca gente. Para ver y controlar más, da palabra clave exacta o de frase a lo que vende y usa negativas de frase, que también frenan lo que no se ve.`,
    whyNow: 'Cuanto más se oculta, más dinero se gasta sin poder revisarlo.',
    impact: withoutAmount('de lo que no se ve no se puede afirmar que se malgaste.'),
    card: {
      figures: figures.list,
      table: tableOf(visibility),
      test: directCheck(
        'No hay azar que valorar: es el coste de las búsquedas que Google muestra entre el de las campañas de búsqueda.',
      ),
      counterEvidence: [
        'Ocultar búsquedas poco frecuentes es una norma de privacidad de Google; llegar al total es imposible.',
        'Las campañas que venden mucho con búsquedas muy largas y variadas ocultan más sin estar peor.',
      ],
      change: null,
    },
  }
}

function tableOf({ byCampaign }: Visibility): EvidenceTable {
  const hidden = (one: Visibility['byCampaign'][number]) => one.allMicros - one.visibleMicros
  const sorted = byCampaign.toSorted((a, b) => hidden(b) - hidden(a) || (a.name < b.name ? -1 : 1))
  return {
    columns: [
      ...columnsOf('campaign', 'cost'),
      { key: 'share', label: 'Parte visible', unit: 'percent' },
    ],
    rows: sorted.slice(0, ROWS).map(({ name, allMicros, visibleMicros }) => ({
      campaign: name,
      cost: allMicros,
      share: ratio(visibleMicros, allMicros),
    })),
  }
}

export const NO_SEARCH =
  'No se puede comparar el coste de las búsquedas visibles con el de las campañas de búsqueda: faltan datos de uno u otro.'

export const ENOUGH =
  'Google muestra las búsquedas de la mayor parte del coste: se puede revisar casi todo.'
