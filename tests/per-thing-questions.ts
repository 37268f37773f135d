import type { AskedQuestion } from './total-questions.ts'

const of = (measure: string, asks: readonly string[]): AskedQuestion[] =>
  asks.map((ask) => ({ ask, measures: [measure] }))

/** What one conversion or one click costs or brings, in the words of who pays for it. */
export const PER_THING_QUESTIONS: AskedQuestion[] = [
  ...of('cpa', [
    '¿Cuánto me ha costado cada venta?',
    '¿Cuánto me costó cada lead?',
    'gasto por conversión',
    '¿A cuánto me sale la venta?',
    '¿Cuánto pago por cada conversión?',
    '¿Cuánto me cuesta conseguir un lead?',
  ]),
  ...of('cpc', ['gasto por clic', 'precio por clic', '¿Cuánto pago por clic?']),
  ...of('valuePerConversion', [
    'ticket medio',
    '¿Cuánto vale cada conversión?',
    'valor medio de conversión',
    'ingresos por conversión',
  ]),
  ...of('conversionRate', ['conversiones por clic']),
  ...of('value', ['valor de las conversiones de octubre']),
  ...of('spend', ['¿Cuánto invierto?']),
  ...of('conversions', ['pedidos de ayer']),
  ...of('clicks', ['tráfico de octubre']),
  { ask: '¿Qué palabra clave tiene el clic más caro?', split: 'keyword', sortBy: 'cpc' },
  { ask: 'mejores palabras clave por conversiones', split: 'keyword', sortBy: 'conversions' },
  ...['ingresos por clic', 'clics por conversión', 'clic más caro'].map((ask) => ({
    ask,
    refused: 'unknown',
  })),
]
