import { type DriftingAccount, drawDays, drawDrift, drawTraits } from './drifting-account.ts'
import { type Day, together } from './entity-days.ts'
import type { PlantedChange } from './planted-changes.ts'

/**
 * One made-up change held against the same entities in three ways: with the changed parts of those that have some left out and told; only
 * against those that were left alone; and as if all had been.
 */
export type Beside = Record<'modelled' | 'excluded' | 'as if untouched', PlantedChange>

/** Of those that another card changed a part of. */
const EDITED = 0.85

/**
 * Besides, cards changed a part of most others: a twentieth to a third of their clicks, dearer ones, stopped, halved or raised. Up to
 * half of what was lost goes on in the rest of the same entity, and is taken from it where more was bought. Cards of one account do alike.
 */
export function amongEdited(account: DriftingAccount, change: PlantedChange): Beside {
  const { chance, past } = account
  const left = chance.happens(0.6) ? 0 : chance.happens(0.6) ? 0.5 : 1.4
  const goesOn = chance.between(0, 0.5)
  const edited = new Map<Day[], number>()
  const donors = change.untouched.map((days) => {
    if (!chance.happens(EDITED)) return { whole: days, rest: days, isEdited: false }
    const { part, rest, whole } = editedOf(account, { left, goesOn })
    past.daysOf.set(rest, past.daysOf.get(whole)!)
    edited.set(rest, moreOf(account, part, rest))
    return { whole, rest, isEdited: true }
  })
  return {
    modelled: { ...change, untouched: donors.map(({ rest }) => rest), edited },
    excluded: {
      ...change,
      untouched: donors.flatMap(({ whole, isEdited }) => (isEdited ? [] : [whole])),
    },
    'as if untouched': { ...change, untouched: donors.map(({ whole }) => whole) },
  }
}

type Edit = { left: number; goesOn: number }

function editedOf(account: DriftingAccount, { left, goesOn }: Edit) {
  const { chance, past } = account
  const [traits, drift] = [drawTraits(account), drawDrift(account)]
  const share = chance.between(0.05, 0.33)
  const ofPart = {
    ...traits,
    clicksADay: traits.clicksADay * share,
    rate: traits.rate * chance.between(0.3, 1),
  }
  const ofRest = { ...traits, clicksADay: traits.clicksADay * (1 - share) }
  // What the part lost of its clicks goes on beside it, in searches that sell as the rest does.
  const gained = (goesOn * share * (1 - left)) / (1 - share)
  const part = drawDays(account, ofPart, drift, () => ({ clicks: left, rate: 1, cpc: 1 }))
  const rest = drawDays(account, ofRest, drift, () => ({ clicks: 1 + gained, rate: 1, cpc: 1 }))
  const whole = together(rest, part)
  past.daysOf.set(whole, together(past.daysOf.get(rest)!, past.daysOf.get(part)!))
  return { part, rest, whole }
}

/** Cost of the part over that of the rest, in the window where it is more. */
function moreOf({ timeline }: DriftingAccount, part: readonly Day[], rest: readonly Day[]): number {
  const first = timeline.weeksBefore * 7
  const cost = (days: readonly Day[]) => days.reduce((all, day) => all + day.cost, 0)
  const over = (from: number, to: number) => cost(part.slice(from, to)) / cost(rest.slice(from, to))
  return Math.max(over(0, first), over(first, rest.length))
}
