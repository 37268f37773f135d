import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { Meaning } from '../../account/meanings.ts'
import { addUp } from '../../account/measurement.ts'
import { figuresOf, isSold } from '../../words/say.ts'
import { listed } from '../../words/setup-texts.ts'
import type { Term } from './search-terms.ts'

/** A word that is known by what it means, and all searches of the account with words that mean the like. */
export type Told = { word: string; meaning: Meaning; alike: readonly Term[] }

/** What is wanted by who writes such a word. */
const WANTED: Record<Meaning, string> = {
  free: 'algo gratis',
  jobs: 'trabajo',
  study: 'estudiar o formarse',
  definition: 'saber qué es',
  document: 'un documento',
  'by oneself': 'hacerlo por su cuenta',
  pictures: 'imágenes o entretenimiento',
  used: 'algo usado',
  elsewhere: 'otro lugar',
}

/** Nothing where no word is known by its meaning. */
export function meaningFigures(context: Context, told: readonly Told[]) {
  const alike = new Set(told.flatMap((one) => one.alike))
  const { clicks, conversionsMicros } = addUp([...alike].map(({ sums }) => sums))
  return figuresOf(context.say, {
    meantClicks: { label: 'Clics de búsquedas con palabras así', unit: 'integer', value: clicks },
    conversions: {
      label: 'Conversiones de búsquedas con palabras así',
      unit: 'quantity',
      value: conversionsMicros / MICROS,
    },
  })
}

/** That it rests on the meaning too, and what the account's own searches say of it. */
export function meaningText(context: Context, told: readonly Told[]): string[] {
  if (told.length === 0) return []
  const figures = meaningFigures(context, told)
  const sold = isSold(figures.list)
    ? `trajeron ${figures.count('conversions', 'conversión', 'conversiones')}`
    : 'no trajeron ninguna conversión'
  return [
    `${whatTheyWant(told)}: se proponen también por lo que significan. En toda la cuenta, las búsquedas con palabras así hicieron ${figures.count('meantClicks', 'clic', 'clics')} y ${sold}. Si vendes eso, no las excluyas.`,
  ]
}

function whatTheyWant(told: readonly Told[]): string {
  const byMeaning = [...Map.groupBy(told, ({ meaning }) => meaning)].slice(0, MOST_MEANINGS)
  const wanted = byMeaning.map(([meaning, own]) => {
    const names = own.slice(0, MOST_WORDS).map(({ word }) => `«${word}»`)
    const named = listed(own.length > MOST_WORDS ? [...names, 'otras'] : names)
    return `${WANTED[meaning]} (${named})`
  })
  return `Quien las escribe suele buscar ${wanted.join('; ')}`
}

const MOST_MEANINGS = 3
const MOST_WORDS = 2
