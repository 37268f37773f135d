import { readSteps } from '#changes/change-log.ts'
import type { ExperimentFigures } from '#engine/effect/experiment-effect.ts'
import type { GoogleEstimate } from '#engine/effect/google-estimates.ts'
import type { Context } from '#platform/context.ts'
import { type AdAccount, adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { EXPERIMENT_QUERIES, inRange } from '#platform/google-ads/queries.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import type { Application } from './applications.ts'

/** What Google itself prints. */
type PrintedFigures = Omit<ExperimentFigures, 'byDay'>

type Standing = { status: string; endsOn: Day }

/** How it stands at Google; null where Google no longer has it. */
export async function readStanding(
  ctx: Context,
  account: AdAccount,
  application: Application,
): Promise<Standing | null> {
  const row = await askAbout(ctx, account, application, EXPERIMENT_QUERIES.standing)
  if (!row?.experiment) return null
  const { status = '', endDate = '' } = row.experiment
  return { status, endsOn: endDate }
}

/** What Google says of both halves over some days; null where it has nothing to say of them yet. */
export async function readExperimentFigures(
  ctx: Context,
  account: AdAccount,
  application: Application,
  range: DayRange,
): Promise<PrintedFigures | null> {
  const query = inRange(EXPERIMENT_QUERIES.results, range)
  const row = await askAbout(ctx, account, application, query)
  return row?.metrics ? figuresOf(row.metrics) : null
}

async function askAbout(
  ctx: Context,
  account: AdAccount,
  { customerId, id }: Application,
  query: string,
): Promise<Row | undefined> {
  const steps = await readSteps(ctx, customerId, id)
  const name = steps.find(({ step }) => step.operation.scheduleExperiment)?.resourceName
  if (!name) return undefined
  const ads = await adsOfAccount(ctx, account)
  const [row] = (await ads.search(query.replace('{name}', name))) as Row[]
  return row
}

/** Google prints int64 as text, and leaves out what it has not worked out. */
type Row = {
  experiment?: { status?: string; endDate?: string }
  metrics?: Readonly<Record<string, string | number>>
}

/** Null where a count of one half is not there yet, which is not zero. */
export function figuresOf(metrics: NonNullable<Row['metrics']>): PrintedFigures | null {
  const armOf = (clicks: string, costMicros: string, conversions: string) => {
    const counts = [clicks, costMicros, conversions].map((name) => metrics[name])
    if (counts.some((count) => count === undefined)) return null
    const [ofClicks = 0, ofCost = 0, sold = 0] = counts.map(Number)
    return { clicks: ofClicks, costMicros: ofCost, conversions: sold }
  }
  const brought = (name: string) =>
    metrics[name] === undefined ? {} : { value: Number(metrics[name]) }
  const treatment = armOf('clicks', 'costMicros', 'conversions')
  const control = armOf('controlClicks', 'controlCostMicros', 'controlConversions')
  return (
    treatment &&
    control && {
      treatment: { ...treatment, ...brought('conversionsValue') },
      control: { ...control, ...brought('controlConversionValue') },
      cost: estimateOf(metrics, {
        estimate: 'costMicrosChangePointEstimate',
        margin: 'costMicrosMarginOfError',
        p: 'costMicrosPValue',
      }),
      conversions: estimateOf(metrics, {
        estimate: 'conversionsAbsoluteChangePointEstimate',
        margin: 'conversionsAbsoluteChangeMarginOfError',
        p: 'conversionsAbsoluteChangePValue',
      }),
      value: estimateOf(metrics, {
        estimate: 'conversionValueChangePointEstimate',
        margin: 'conversionValueMarginOfError',
        p: 'conversionValuePValue',
      }),
    }
  )
}

function estimateOf(
  metrics: NonNullable<Row['metrics']>,
  names: Record<keyof GoogleEstimate, string>,
): GoogleEstimate | null {
  const [estimate, margin, p] = [names.estimate, names.margin, names.p].map((name) => metrics[name])
  if (estimate === undefined || margin === undefined || p === undefined) return null
  return { estimate: Number(estimate), margin: Number(margin), p: Number(p) }
}
