import type { Letter, LetterItem } from '#platform/mail/letter.ts'
import type { Measured } from '#shared/measured.ts'
import { money, plural } from '#shared/spanish-numbers.ts'

export type Fallen = { title: string; measured: Measured }

const VERDICTS: Record<Measured['verdict'], NonNullable<LetterItem['verdict']>> = {
  improved: { text: 'Mejorado', tone: 'better' },
  unchanged: { text: 'Sin cambios', tone: 'neutral' },
  worsened: { text: 'Empeorado', tone: 'worse' },
  inconclusive: { text: 'No concluyente', tone: 'neutral' },
}
/** What needs its owner first. */
const ORDER: readonly Measured['verdict'][] = ['worsened', 'improved', 'unchanged', 'inconclusive']
const MOST_TOLD = 10

/** One letter for all verdicts of an account that fell on the same day, losses first. */
export function verdictsLetter(occasion: {
  userName: string
  accountName: string
  currencyCode: string
  fallen: readonly Fallen[]
  url: string
}): Letter {
  const { userName, accountName, currencyCode, fallen, url } = occasion
  const ordered = fallen.toSorted(
    (a, b) => ORDER.indexOf(a.measured.verdict) - ORDER.indexOf(b.measured.verdict),
  )
  const rest = ordered.length - MOST_TOLD
  return {
    subject: `${plural(fallen.length, 'resultado medido', 'resultados medidos')} en ${accountName}`,
    greeting: `Hola, ${userName}:`,
    paragraphs: [
      `Ya se sabe qué hicieron en ${accountName} los cambios que aplicaste, comparados con lo que no se tocó:`,
    ],
    lists: [
      {
        items: ordered.slice(0, MOST_TOLD).map((one) => itemOf(one, currencyCode)),
        ...(rest > 0 && { rest: `Y ${rest} más.` }),
      },
    ],
    button: { label: 'Ver los resultados', url },
    notes: ['Lo que empeoró se puede deshacer desde ahí.'],
  }
}

const WILL_FOLLOW = 'La segunda mitad se aplica ahora, si no la has dejado.'
const SECOND_TEXTS: Record<Measured['verdict'], string> = {
  improved: WILL_FOLLOW,
  unchanged: WILL_FOLLOW,
  inconclusive: WILL_FOLLOW,
  worsened: 'La segunda mitad no se aplica.',
}

function itemOf({ title, measured }: Fallen, currencyCode: string): LetterItem {
  const { verdict, monthlyMicros, note } = measured
  const say = (micros: number) => money(micros, currencyCode)
  const amount =
    monthlyMicros && verdict !== 'inconclusive'
      ? `${say(monthlyMicros.estimate)} netos al mes (entre ${say(monthlyMicros.low)} y ${say(monthlyMicros.high)}).`
      : ''
  const second = measured.halves ? SECOND_TEXTS[verdict] : ''
  const detail = [amount, note ?? '', second].filter((text) => text !== '').join(' ')
  return { verdict: VERDICTS[verdict], text: title, ...(detail && { detail }) }
}
