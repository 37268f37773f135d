import type { AccountState, Campaign } from '../structure.ts'

/** Work that Google goes on with after it has answered. `polls`: how often it was asked about. */
export type Running = { operationId: number; at: string; polls: number }

/** How the treated half differs from the other, click for click and euro for euro. */
export type Response = { clicks: number; cpc: number }

export type ExperimentArm = {
  id: number
  name: string
  control: boolean
  trafficSplit: number
  campaignId: number
  /** Of the treatment: what is edited before the start, and serves afterwards. */
  inDesign?: Campaign
}

export type Experiment = {
  id: number
  name: string
  description: string
  suffix: string
  type: string
  /** As it was last set; `statusAt` tells what it looks like meanwhile. */
  status: 'SETUP' | 'ENABLED' | 'HALTED' | 'PROMOTED' | 'REMOVED'
  startDate: string
  endDate: string
  goals: readonly unknown[]
  syncEnabled: boolean
  arms: ExperimentArm[]
  schedule?: Running & { response: Response; failure?: { code: string; message: string } }
  promotion?: Running
}

/** Google works on it for a while: until it was asked about twice, or a minute has passed. */
const WORK_MS = 60_000
const ENOUGH_POLLS = 2

export function isDone({ at, polls }: Running, now: string): boolean {
  return polls >= ENOUGH_POLLS || millis(now) >= millis(at) + WORK_MS
}

const millis = (localTime: string) => Date.parse(`${localTime.replace(' ', 'T')}Z`)

/** What `experiment.status` says at a local time. */
export function statusAt({ status, schedule, promotion }: Experiment, now: string): string {
  if (promotion && !isDone(promotion, now)) return 'ENABLED'
  if (status !== 'ENABLED' || !schedule) return status
  if (!isDone(schedule, now)) return 'INITIATED'
  return schedule.failure ? 'SETUP' : 'ENABLED'
}

/** Whether its second campaign exists, serving or not. */
export function isMaterialised(experiment: Experiment, now: string): boolean {
  const { schedule, status } = experiment
  return (
    schedule !== undefined && !schedule.failure && status !== 'REMOVED' && isDone(schedule, now)
  )
}

export function servesOn({ schedule, status, ...dates }: Experiment, day: string): boolean {
  const isMade = schedule !== undefined && !schedule.failure && status !== 'REMOVED'
  return isMade && dates.startDate <= day && day <= dates.endDate
}

export const treatmentOf = ({ arms }: Experiment) => arms.find(({ control }) => !control)
export const controlOf = ({ arms }: Experiment) => arms.find(({ control }) => control)

/** That whose second campaign has the id, before it starts and after. */
export const experimentOfCopy = ({ experiments }: AccountState, campaignId: number) =>
  [...experiments.values()].find((one) => treatmentOf(one)?.inDesign?.id === campaignId)
