import type { Context } from '../../account/context.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { countColumn, directCheck, withoutAmount } from '../../words/setup-texts.ts'
import { isUndecided, termFamily } from './search-terms.ts'
import { termTable } from './term-table.ts'

export function sharedListTexts(
  context: Context,
  campaigns: readonly { name: string; negatives: number }[],
) {
  const figures = figuresOf(context.say, {
    campaigns: { label: 'Campañas activas', unit: 'integer', value: campaigns.length },
  })
  const { show } = figures
  return {
    title: `Crea una lista compartida de negativas para tus ${show('campaigns')} campañas`,
    description:
      'Ninguna lista de palabras clave negativas se comparte entre campañas. Con una, lo que nunca interesa (gratis, empleo, segunda mano…) se frena de una vez en todas, también en las que se creen después.',
    whyNow:
      'Sin lista, lo que se frena en una campaña se sigue pagando en las demás, y en las nuevas.',
    impact: withoutAmount('el ahorro lo dan las negativas que se pongan en ella.'),
    card: {
      figures: figures.list,
      table: {
        columns: [...columnsOf('campaign'), countColumn('negatives', 'Negativas propias')],
        rows: campaigns.map(({ name, negatives }) => ({ campaign: name, negatives })),
      },
      test: directCheck('No hay azar que valorar: no hay ninguna lista con palabras y campañas.'),
      counterEvidence: [
        'Si las campañas venden cosas muy distintas, pueden necesitar listas separadas.',
      ],
      change: {
        operations: [],
        before: 'Sin listas compartidas de negativas en uso.',
        after:
          'Una lista de negativas creada en Google Ads (Herramientas › Biblioteca compartida) y aplicada a las campañas de búsqueda.',
      },
    },
  }
}

export function unreviewedTexts(context: Context, snapshot: AccountSnapshot<'searchTerm'>) {
  // Of Performance Max Google names no status: its searches would never be reviewed.
  const terms = termFamily(snapshot, context).terms.filter(
    ({ rows, campaign }) => campaign.channelType !== 'PERFORMANCE_MAX' && rows.some(isUndecided),
  )
  const figures = figuresOf(context.say, {
    days: { label: 'Días sin cambios', unit: 'integer', value: THRESHOLDS.reviewDays.value },
    terms: {
      label: 'Búsquedas con clics que no son palabras clave',
      unit: 'integer',
      value: terms.length,
    },
  })
  const { show } = figures
  return {
    title: `Revisa los términos de búsqueda: ${show('days')} días sin añadir ni frenar ninguno`,
    description: `En los últimos ${show('days')} días no se ha añadido ninguna palabra clave ni negativa, y en el periodo hubo clics desde ${figures.count('terms', 'búsqueda que no es', 'búsquedas distintas que no son')} palabra${terms.length === 1 ? '' : 's'} clave. Revisarlas cada dos semanas evita pagar por lo que no interesa.`,
    whyNow:
      'Cada semana llegan búsquedas nuevas; las que no sirven siguen gastando hasta que se frenan.',
    impact: withoutAmount('el ahorro lo dan las búsquedas que se frenen.'),
    card: {
      figures: figures.list,
      table: termTable(context, terms),
      test: directCheck(
        'No hay azar que valorar: el historial de cambios de la cuenta no recoge ninguna palabra clave ni negativa nueva.',
      ),
      counterEvidence: [
        'Quien las revisa y no encuentra nada que cambiar no deja rastro en el historial.',
      ],
      change: null,
    },
  }
}

export const KEPT =
  'Las negativas se comparten y se revisan, o hay una sola campaña y no hace falta lista.'

export const TO_BE_MADE =
  'Ninguna lista de negativas se comparte todavía: la crea la recomendación de palabras que solo gastan.'

export const KEPT_AS_FAR_AS_KNOWN =
  'Las negativas se comparten, o hay una sola campaña y no hace falta lista. Si alguien las revisa no se sabe: no consta qué se ha cambiado en la cuenta.'

export const KEPT_IN_LISTS =
  'Las negativas se comparten en una lista, y Google no dice cuándo se le añade una palabra: si alguien revisa las búsquedas no se sabe.'

export const NO_SEARCHES = 'No consta ninguna búsqueda con clics que revisar.'

export const LISTS_UNKNOWN =
  'No consta si las negativas se comparten en listas. Que las búsquedas estén sin revisar tampoco se ve.'

export const NO_CAMPAIGNS = 'No hay campañas activas con clics que admitan negativas.'
