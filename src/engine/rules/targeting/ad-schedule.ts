import type { AccountInventory } from '../../account/inventory.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { HourCase } from './hour-performance-words.ts'

type Schedule = NonNullable<AccountInventory['adSchedules']>[number]
type Interval = { fromHour: number; toHour: number; modifier: number }

const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

/**
 * A campaign without schedule runs all day: a single slot would silence the rest, so all 168 hours are written. One
 * with a schedule keeps its hours and only their modifiers move; where a slot cuts one of them, nothing can be sent.
 */
export function scheduleOperations(
  one: HourCase,
  schedules: readonly Schedule[],
): MutateOperation[] {
  const own = schedules.filter(({ campaignId }) => campaignId === one.campaign.id)
  return own.length > 0 ? updates(one, own) : creations(one)
}

function creations({ campaign, cut, slots }: HourCase): MutateOperation[] {
  const block = THRESHOLDS.scheduleBlockHours.value
  const modifierOf = (weekday: number, hour: number) => {
    const slot = cut === 'weekdays' ? weekday : Math.floor(hour / block)
    return slots.find(({ value }) => Number(value) === slot)?.next ?? 1
  }
  return WEEKDAYS.flatMap((dayOfWeek, i) =>
    intervalsOf((hour) => modifierOf(i + 1, hour)).map(({ fromHour, toHour, modifier }) => ({
      campaignCriterionOperation: {
        create: {
          campaign: `customers/{customerId}/campaigns/${campaign.id}`,
          bidModifier: modifier,
          adSchedule: {
            dayOfWeek,
            startHour: fromHour,
            startMinute: 'ZERO',
            endHour: toHour,
            endMinute: 'ZERO',
          },
        },
      },
    })),
  )
}

/** Neighbouring hours of equal modifier together: Google takes at most six a day. */
function intervalsOf(modifierOf: (hour: number) => number): Interval[] {
  const intervals: Interval[] = []
  for (let hour = 0; hour < 24; hour++) {
    const modifier = modifierOf(hour)
    const last = intervals.at(-1)
    if (last?.modifier === modifier) last.toHour = hour + 1
    else intervals.push({ fromHour: hour, toHour: hour + 1, modifier })
  }
  return intervals
}

function updates({ campaign, cut, slots }: HourCase, own: readonly Schedule[]): MutateOperation[] {
  const block = THRESHOLDS.scheduleBlockHours.value
  const operations: MutateOperation[] = []
  for (const { weekday, fromHour, toHour, criterionId, modifier } of own) {
    const touched = slots.filter(({ value }) =>
      cut === 'weekdays'
        ? Number(value) === weekday
        : fromHour < (Number(value) + 1) * block && toHour > Number(value) * block,
    )
    const [slot] = touched
    if (!slot) continue
    const start = Number(slot.value) * block
    const isInside = cut === 'weekdays' || (fromHour >= start && toHour <= start + block)
    if (touched.length > 1 || !isInside) return []
    const factor = slot.next / slot.present
    operations.push(setModifier(campaign.id, criterionId, modifier * factor))
  }
  return operations
}

function setModifier(campaignId: string, criterionId: string, modifier: number): MutateOperation {
  return {
    campaignCriterionOperation: {
      updateMask: 'bidModifier',
      update: {
        resourceName: `customers/{customerId}/campaignCriteria/${campaignId}~${criterionId}`,
        bidModifier: Math.min(10, Math.max(0.1, Math.round(modifier * 100) / 100)),
      },
    },
  }
}
