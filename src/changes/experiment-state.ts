import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { entitiesQuery, isOneOf } from '#platform/google-ads/queries.ts'
import { type LoggedStep, operationsOf } from './change-log.ts'
import { createdBy, endingOf, promotedChange } from './experiment-operations.ts'
import { inverseOf } from './inverse.ts'
import { isAs, type Operation } from './operations.ts'
import { readTargets } from './read-entities.ts'
import { removeQuietly } from './send-experiment.ts'

/** One of Google's experiments as it is at this moment. */
type LiveExperiment = { resourceName: string; status: string }

/** Known by its name until Google has given it one of its own; null where there is none, or it is removed. */
async function readExperiment(
  ads: AccountAds,
  operations: readonly Operation[],
): Promise<LiveExperiment | null> {
  const where = [conditionOn(operations), "experiment.status != 'REMOVED'"]
  const query = entitiesQuery({ from: 'experiment', fields: ['experiment.status'], where })
  const [row] = (await ads.search(query)) as { experiment?: Partial<LiveExperiment> }[]
  return row ? { resourceName: '', status: '', ...row.experiment } : null
}

function conditionOn(operations: readonly Operation[]): string {
  const made = operations.find((one) => one.experimentOperation?.create)
  if (made) return `experiment.name = '${quoted(String(createdBy(made).name))}'`
  const named = operations.map((one) => one.endExperiment ?? one.promoteExperiment)
  const names = named.flatMap((one) => (one ? [String(one.resourceName)] : []))
  return isOneOf('experiment.resource_name', names)
}

const quoted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")

/** Google has it, and shows it or has shown it. */
const SCHEDULED = ['INITIATED', 'ENABLED', 'HALTED', 'PROMOTED', 'GRADUATED']
/** The campaign has all of its searches, as it was. */
const BACK = ['SETUP', 'HALTED']

/**
 * For each operation the name that shows that Google has done it; null where it has not. An experiment that is not scheduled is
 * as good as not made.
 */
export async function lookAtExperiment(
  ads: AccountAds,
  operations: readonly Operation[],
): Promise<(string | null)[]> {
  const live = await readExperiment(ads, operations)
  const { status = '', resourceName = '' } = live ?? {}
  const names = SCHEDULED.includes(status) ? await namesOf(ads, resourceName) : null
  return operations.map((operation, i) => {
    // One that was removed is over, too.
    if (operation.endExperiment)
      return !live || status === 'HALTED' ? String(operation.endExperiment.resourceName) : null
    if (operation.promoteExperiment) return status === 'PROMOTED' ? resourceName : null
    return names?.[i] ?? null
  })
}

async function namesOf(ads: AccountAds, experiment: string): Promise<string[]> {
  const fields = ['control', 'in_design_campaigns', 'resource_name'].map(
    (field) => `experiment_arm.${field}`,
  )
  const where = [`experiment_arm.experiment = '${experiment}'`]
  const query = entitiesQuery({ from: 'experiment_arm', fields, where })
  const rows = (await ads.search(query)) as ArmRow[]
  const arm = (isControl: boolean) =>
    rows.find(({ experimentArm }) => (experimentArm?.control ?? false) === isControl)?.experimentArm
  const [control, treatment] = [arm(true), arm(false)]
  const draft = treatment?.inDesignCampaigns?.[0] ?? experiment
  return [experiment, control?.resourceName ?? '', treatment?.resourceName ?? '', draft, experiment]
}

type ArmRow = {
  experimentArm?: { resourceName?: string; control?: boolean; inDesignCampaigns?: string[] }
}

/** An experiment that was begun and never scheduled: it serves no ads, and would lie about in Google's list of experiments. */
export async function removeUnscheduled(
  ads: AccountAds,
  operations: readonly Operation[],
): Promise<boolean> {
  const live = await readExperiment(ads, operations)
  return live?.status === 'SETUP' && (await removeQuietly(ads, live.resourceName))
}

/** For each step the same: the campaign is as it was before all of them. */
export async function isExperimentBack(
  ads: AccountAds,
  steps: readonly LoggedStep[],
): Promise<boolean[]> {
  const promotion = promotionIn(steps)
  if (!promotion) {
    const live = await readExperiment(ads, operationsOf(steps))
    return steps.map(() => !live || BACK.includes(live.status))
  }
  const { target, before } = promotion
  const [live] = await readTargets(ads, [target])
  return steps.map(() => live != null && isAs(live.image, before ?? {}, target.fields))
}

/** What a promotion among these steps did to the campaign, and how that was before; null where none promotes. */
function promotionIn(steps: readonly LoggedStep[]) {
  const made = steps.find(({ step }) => step.operation.promoteExperiment)
  return made ? { target: promotedChange(made.step.operation)!, before: made.image } : null
}

/** What takes all of it back: the end of the experiment, or the campaign's bidding as it was before the promotion. */
export function undoingOf(steps: readonly LoggedStep[]): Operation | null {
  const promotion = promotionIn(steps)
  if (promotion)
    return inverseOf(promotion.target, promotion.before, promotion.target.resourceName ?? '')
  const made = steps.find(({ step }) => step.operation.scheduleExperiment)
  return made?.resourceName ? endingOf(made.resourceName) : null
}

/** Why all of it should stay as it is, in Spanish: others decided on it in Google Ads, or changed the bidding since. */
export async function objectionToUndoing(
  ads: AccountAds,
  steps: readonly LoggedStep[],
): Promise<string | null> {
  const promotion = promotionIn(steps)
  if (!promotion) {
    const live = await readExperiment(ads, operationsOf(steps))
    if (live?.status === 'GRADUATED') return GRADUATED
    return live?.status === 'PROMOTED' ? DECIDED : null
  }
  const [live] = await readTargets(ads, [promotion.target])
  if (!live || live.isRemoved) return REMOVED
  return isAs(live.image, promotion.target.wanted) ? null : MOVED
}

const DECIDED =
  'El experimento se ha promovido en Google Ads: sus cambios ya están en la campaña. No se deshace para no pisarlo.'
const GRADUATED =
  'El experimento se ha convertido en una campaña aparte en Google Ads: no se deshace para no pisarla.'
const REMOVED = 'La campaña ya no existe en Google Ads: no hay nada que deshacer ahí.'
const MOVED =
  'Alguien ha vuelto a cambiar las pujas de la campaña después: no se deshace para no pisarlo.'
