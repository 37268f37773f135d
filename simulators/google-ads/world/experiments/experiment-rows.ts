import type { FactRow, FactsWanted, FieldRow, Measures } from '../../account-source.ts'
import { addMeasures, NO_MEASURES } from '../../gaql/metrics.ts'
import { inherit, type RowBook } from '../entities/row-book.ts'
import { controlOf, isDone, isMaterialised, statusAt, treatmentOf } from './experiment.ts'

export function experimentRows({ state, customer, prefix }: RowBook, now: string): FieldRow[] {
  return [...state.experiments.values()].map((experiment) => {
    const { schedule, promotion } = experiment
    const running = promotion ?? schedule
    return inherit(customer, {
      'experiment.resource_name': `${prefix}/experiments/${experiment.id}`,
      'experiment.experiment_id': BigInt(experiment.id),
      'experiment.name': experiment.name,
      'experiment.description': experiment.description,
      'experiment.suffix': experiment.suffix,
      'experiment.type': experiment.type,
      'experiment.status': statusAt(experiment, now),
      'experiment.start_date': experiment.startDate,
      'experiment.end_date': experiment.endDate,
      'experiment.goals': experiment.goals,
      'experiment.sync_enabled': experiment.syncEnabled,
      'experiment.promote_status': !promotion
        ? 'NOT_STARTED'
        : isDone(promotion, now)
          ? 'COMPLETED'
          : 'IN_PROGRESS',
      // Not a field of Google's: what is listed as the errors of its creation.
      'world.failure': schedule && isDone(schedule, now) ? schedule.failure : undefined,
      ...(running && {
        'experiment.long_running_operation': `${prefix}/operations/${running.operationId}`,
      }),
    })
  })
}

export function experimentArmRows({ state, customer, prefix }: RowBook, now: string): FieldRow[] {
  return [...state.experiments.values()].flatMap((experiment) =>
    experiment.arms.map((arm) =>
      inherit(customer, {
        'experiment_arm.resource_name': `${prefix}/experimentArms/${experiment.id}~${arm.id}`,
        'experiment_arm.experiment': `${prefix}/experiments/${experiment.id}`,
        'experiment_arm.name': arm.name,
        'experiment_arm.control': arm.control,
        'experiment_arm.traffic_split': BigInt(arm.trafficSplit),
        'experiment_arm.campaigns':
          arm.control || isMaterialised(experiment, now)
            ? [`${prefix}/campaigns/${arm.inDesign?.id ?? arm.campaignId}`]
            : [],
        'experiment_arm.in_design_campaigns': arm.inDesign
          ? [`${prefix}/campaigns/${arm.inDesign.id}`]
          : [],
      }),
    ),
  )
}

/** Daily facts of campaigns, experiments' own among them, with `campaign.id`. */
type CampaignFacts = (wanted: FactsWanted) => Iterable<FactRow>

/** Both halves since the first day asked for, day by day: the last row tells of all of them. */
export function* experimentFacts(
  book: RowBook,
  now: string,
  wanted: FactsWanted,
  campaignFacts: CampaignFacts,
): Generator<FactRow> {
  const rows = experimentRows(book, now)
  for (const [i, experiment] of [...book.state.experiments.values()].entries()) {
    const [control, treatment] = [controlOf(experiment), treatmentOf(experiment)]
    if (!control || !treatment?.inDesign || !isMaterialised(experiment, now)) continue
    const from = max(wanted.from, experiment.startDate)
    const to = min(wanted.to, experiment.endDate)
    const sums = { control: { ...NO_MEASURES }, treatment: { ...NO_MEASURES } }
    const ofDay = new Map<string, Measures>()
    const plain = { ...wanted, from, to, segments: new Set(['segments.date']) }
    for (const { fields, measures } of from <= to ? campaignFacts(plain) : []) {
      const id = Number(fields['campaign.id'])
      if (id === control.campaignId) addMeasures(sums.control, measures)
      if (id !== treatment.inDesign.id) continue
      addMeasures(sums.treatment, measures)
      ofDay.set(String(fields['segments.date']), measures)
    }
    const statistics = {
      ...controlFields(sums.control),
      ...comparison(sums.treatment, sums.control),
    }
    for (const [date, measures] of ofDay)
      yield { fields: inherit(rows[i]!, { 'segments.date': date, ...statistics }), measures }
  }
}

const max = (a: string, b: string) => (a > b ? a : b)
const min = (a: string, b: string) => (a < b ? a : b)

function controlFields(control: Measures): FieldRow {
  const { clicks, impressions, costMicros, conversions, conversionsValue } = control
  return {
    'metrics.control_clicks': BigInt(clicks),
    'metrics.control_impressions': BigInt(impressions),
    'metrics.control_cost_micros': BigInt(costMicros),
    'metrics.control_conversions': conversions,
    'metrics.control_conversion_value': conversionsValue,
    'metrics.control_cost_per_conversion': conversions > 0 ? costMicros / conversions : undefined,
    'metrics.control_conversion_value_per_cost':
      costMicros > 0 ? (conversionsValue * 1e6) / costMicros : undefined,
  }
}

/** Variance of a half's counts over their mean: a coin decides each search. */
const OVERDISPERSION = 1
/** Google populates its statistics once there is enough to compare. */
const LEAST_CLICKS = 50

function comparison(treatment: Measures, control: Measures): FieldRow {
  if (Math.min(treatment.clicks, control.clicks) < LEAST_CLICKS) return {}
  const noise = (a: number, b: number) => Math.sqrt(OVERDISPERSION * (1 / a + 1 / b))
  const rate = (of: keyof Measures, prefix: string, infix: string, extra = 1) => {
    const ratio = treatment[of] / control[of]
    const error = ratio * noise(treatment.clicks, control.clicks) * extra
    return statistics(prefix, infix, ratio - 1, error)
  }
  const { conversions: treated } = treatment
  const { conversions: untreated } = control
  const error = Math.sqrt(OVERDISPERSION * (treated + untreated))
  const [brought, left] = [treatment.conversionsValue, control.conversionsValue]
  const ofValue = (brought / left) * UNLIKE_SALES * noise(treated, untreated)
  return {
    ...rate('clicks', 'clicks', ''),
    ...rate('costMicros', 'cost_micros', 'change_', 1.1),
    ...(error > 0 && statistics('conversions_absolute_change', '', treated - untreated, error)),
    ...(ofValue > 0 &&
      Number.isFinite(ofValue) &&
      statistics('conversion_value', 'change_', brought / left - 1, ofValue)),
  }
}

/** Amounts of sales differ by some three quarters of their mean: √(1 + .75²) times what chance does to their number. */
const UNLIKE_SALES = 1.25

/** Of 90 %. */
const Z_90 = 1.6449

function statistics(prefix: string, infix: string, estimate: number, error: number): FieldRow {
  return {
    [`metrics.${prefix}_${infix}point_estimate`]: estimate,
    [`metrics.${prefix}_margin_of_error`]: Z_90 * error,
    [`metrics.${prefix}_p_value`]: 2 * (1 - normalCdf(Math.abs(estimate) / error)),
  }
}

/** Abramowitz and Stegun 26.2.17. */
function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - Math.exp((-z * z) / 2) * 0.3989422804014327 * tail
}
