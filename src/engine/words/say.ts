import type { Day } from '#shared/dates.ts'
import { percentDigits, unitText } from '#shared/unit-text.ts'
import type { BillableUnit } from '../account/inventory.ts'
import type { EvidenceTable, Figure } from '../findings/recommendation.ts'

/** The product's number formatting, as the engine needs it: money in micros, fractions for percent. */
export type NumberTexts = {
  money: (micros: number, currencyCode: string) => string
  wholeMoney: (micros: number, currencyCode: string) => string
  integer: (value: number) => string
  quantity: (value: number) => string
  decimal: (value: number, digits: number) => string
  percent: (fraction: number, digits?: number) => string
  longDay: (day: Day) => string
  plural: (n: number, singular: string, many: string) => string
  currencyStepMicros: (currencyCode: string) => number
}

/** The same, bound to the account's currency. */
export type Say = Omit<NumberTexts, 'money' | 'wholeMoney' | 'currencyStepMicros'> & {
  currencyCode: string
  money: (micros: number) => string
  wholeMoney: (micros: number) => string
  currencyStepMicros: number
}

/** `units`: as Google bills each currency; some with coins it bills whole. */
export function sayIn(
  currencyCode: string,
  texts: NumberTexts,
  units: readonly BillableUnit[] = [],
): Say {
  const billable = units.find(({ code }) => code === currencyCode)?.unitMicros ?? 0
  return {
    ...texts,
    currencyCode,
    money: (micros) => texts.money(micros, currencyCode),
    wholeMoney: (micros) => texts.wholeMoney(micros, currencyCode),
    currencyStepMicros: Math.max(texts.currencyStepMicros(currencyCode), billable),
  }
}

type Facts<K extends string> = Record<K, Omit<Figure, 'key'>>

/** Figures of a card, and the only way for its texts to show them. */
export function figuresOf<K extends string>(say: Say, facts: Facts<K>) {
  const keys = Object.keys(facts) as K[]
  return {
    list: keys.map((key): Figure => ({ key, ...facts[key] })),
    show: (key: K) => figureText(facts[key], say.currencyCode),
    /** What is expected: 'una conversión', 'unas 12 conversiones'. */
    someConversions: (key: K) => {
      const text = figureText(facts[key], say.currencyCode)
      return text === '1' ? 'una conversión' : `unas ${text} conversiones`
    },
    count: (key: K, singular: string, many: string) => {
      const text = figureText(facts[key], say.currencyCode)
      return `${text} ${text === '1' ? singular : many}`
    },
  }
}

/** Whether what the card is about brought any conversion. */
export const isSold = (figures: readonly Figure[]): boolean =>
  figures.some(({ key, value }) => key === 'conversions' && value !== 0)

/** 'Clics' etc. as columns of an evidence table. */
export function columnsOf<K extends keyof typeof COLUMNS>(...keys: K[]): EvidenceTable['columns'] {
  return keys.map((key) => ({ key, label: COLUMNS[key].label, unit: COLUMNS[key].unit }))
}

/** A figure as the texts of a card print it. */
export function figureText({ unit, value }: Pick<Figure, 'unit' | 'value'>, currencyCode: string) {
  const digits = unit === 'percent' && typeof value === 'number' ? percentDigits(value) : 1
  return unitText(unit, value, currencyCode, digits)
}

const COLUMNS = {
  term: { label: 'Término de búsqueda', unit: 'text' },
  keyword: { label: 'Palabra clave', unit: 'text' },
  matchType: { label: 'Concordancia', unit: 'text' },
  campaign: { label: 'Campaña', unit: 'text' },
  adGroup: { label: 'Grupo de anuncios', unit: 'text' },
  day: { label: 'Día', unit: 'day' },
  impressions: { label: 'Impresiones', unit: 'integer' },
  clicks: { label: 'Clics', unit: 'integer' },
  cost: { label: 'Coste', unit: 'money' },
  conversions: { label: 'Conversiones', unit: 'quantity' },
  status: { label: 'Estado', unit: 'text' },
  costPerConversion: { label: 'Coste por conversión', unit: 'money' },
  negative: { label: 'Negativa', unit: 'text' },
  where: { label: 'Dónde actúa', unit: 'text' },
  action: { label: 'Acción de conversión', unit: 'text' },
  category: { label: 'Tipo', unit: 'text' },
  primary: { label: 'Se usa para optimizar', unit: 'text' },
} as const satisfies Record<string, Omit<EvidenceTable['columns'][number], 'key'>>
