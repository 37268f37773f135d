import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { CustomerId, DayText, Money } from '#shared/wire.ts'

/** How a month's spend is running, against what its owner wants to spend. */

const Place = z.object({
  campaignId: z.nullable(z.string()),
  name: z.string(),
  /** Account currency units; null where none was set. */
  budget: z.nullable(Money),
  /** Null where no day of the month was read. */
  spent: z.nullable(Money),
  /** The last day that was read, where that is days ago: `spent` goes no further. Null where it is known up to now. */
  knownTo: z.nullable(DayText),
  /** Null with too little history to tell, and where the month is not known up to now. */
  forecast: z.nullable(z.object({ low: Money, mid: Money, high: Money })),
  runsOut: z.nullable(
    z.object({
      earliest: z.nullable(DayText),
      day: z.nullable(DayText),
      latest: z.nullable(DayText),
    }),
  ),
  days: z.array(
    z.object({
      day: DayText,
      spent: z.nullable(Money),
      low: z.nullable(Money),
      mid: z.nullable(Money),
      high: z.nullable(Money),
    }),
  ),
})
export type PacePlace = z.infer<typeof Place>

const Pace = z.object({
  currencyCode: z.string(),
  month: DayText,
  account: Place,
  /** Those with a budget, and the largest of the others. */
  campaigns: z.array(Place),
})

export const getPace = endpoint('GET /api/google-accounts/:customerId/ritmo', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'This month’s spend, its forecast with a range, and when the owner’s budget is used up',
  input: z.object({ customerId: CustomerId }),
  reply: Pace,
})

/** The month of an account in figures, without its days. */
const AccountPace = z.object({
  customerId: z.string(),
  ...z.pick(Place, { budget: true, spent: true, knownTo: true, forecast: true, runsOut: true })
    .shape,
})
export type AccountPace = z.infer<typeof AccountPace>

export const listPaces = endpoint('GET /api/ritmo', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'This month’s spend and its forecast, of all accounts at once, each in its currency',
  input: z.object({}),
  reply: z.array(AccountPace),
})

export const setMonthlyBudget = endpoint('PUT /api/google-accounts/:customerId/ritmo', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Keeps what the owner wants to spend in a month; null takes it away',
  input: z.object({
    customerId: CustomerId,
    campaignId: z.nullable(z.string().check(z.regex(/^\d{1,18}$/, 'No existe esa campaña.'))),
    importe: z.nullable(
      z
        .number('Escribe un importe, por ejemplo 1.500.')
        .check(
          z.gte(0.01, 'El importe tiene que ser mayor que cero.'),
          z.lte(1_000_000_000, 'El importe es demasiado grande.'),
        ),
    ),
  }),
  reply: Pace,
})
