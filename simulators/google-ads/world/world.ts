import type { AccountSource, GoogleUser, World as WireWorld } from '../account-source.ts'
import {
  type AccountProfile,
  type LiveAccount,
  type LoggedMutation,
  liveAccount,
  quietAccount,
} from './account.ts'
import { dayNumber, dayText, localTime } from './calendar.ts'
import { createDayCache, createMarket, type Market } from './market.ts'
import { type PlantedProblem, plantedProblems } from './planted.ts'
import { mix, textHash } from './random.ts'
import { DENTAL } from './vocabulary/dental.ts'
import { HOTEL } from './vocabulary/hotel.ts'
import { LARGE } from './vocabulary/large.ts'
import { SHOES } from './vocabulary/shoes.ts'
import { SOFTWARE } from './vocabulary/software.ts'
import type { Trade } from './vocabulary/trade.ts'

export type World = WireWorld & {
  accountIds(): string[]
  /** What was planted in an account; empty for accounts without traffic. */
  truth(customerId: string): PlantedProblem[]
}

type Profile = AccountProfile & { trade?: Trade }

const SPAIN = { currencyCode: 'EUR', timeZone: 'Europe/Madrid', status: 'ENABLED' } as const
const MEXICO = { currencyCode: 'MXN', timeZone: 'America/Mexico_City', status: 'ENABLED' } as const

const PROFILES: readonly Profile[] = [
  { customerId: '4815162342', descriptiveName: 'Zapatería Alameda', ...SPAIN, trade: SHOES },
  {
    customerId: '7203941186',
    descriptiveName: 'Agencia Brújula',
    ...SPAIN,
    childIds: ['3319027745', '5520418837', '6148830291'],
  },
  { customerId: '3319027745', descriptiveName: 'Clínica Dental Sonrisa', ...SPAIN, trade: DENTAL },
  { customerId: '5520418837', descriptiveName: 'Hotel Mirador del Cabo', ...SPAIN, trade: HOTEL },
  { customerId: '6148830291', descriptiveName: 'Nubia Software', ...MEXICO, trade: SOFTWARE },
  { customerId: '8090112233', descriptiveName: 'Consultora Faro', ...SPAIN, childIds: [] },
  { customerId: '8090112244', descriptiveName: 'Floristería La Ñora', ...SPAIN },
  { customerId: '8090112255', descriptiveName: 'Muebles Tejada', ...SPAIN, status: 'CANCELED' },
  { customerId: '9990001111', descriptiveName: 'Gran Cuenta Calzados', ...SPAIN, trade: LARGE },
]

function withTracking(profile: AccountProfile, trade: Trade | undefined): AccountProfile {
  const tracking = trade?.plants.neglect.tracking
  return { ...profile, ...(tracking && { tracking }) }
}

const USERS: readonly GoogleUser[] = [
  {
    email: 'marta.demo@gmail.test',
    name: 'Marta Ibáñez',
    customerIds: ['4815162342', '7203941186'],
  },
  {
    email: 'pablo.nuevo@gmail.test',
    name: 'Pablo Núñez',
    customerIds: ['8090112233', '8090112244', '8090112255'],
  },
  { email: 'sin.cuentas@gmail.test', name: 'Lucía Peña', customerIds: [] },
  { email: 'gestora.vacia@gmail.test', name: 'Elena Vidal', customerIds: ['8090112233'] },
  { email: 'gran.cuenta@gmail.test', name: 'Jorge Muñoz', customerIds: ['9990001111'] },
]

/** Ninety days of four accounts that are read at the same time: each asks a score of questions about the same days. */
const CACHE_BYTES = 32_000_000

type Saved = { epoch?: string; logs: Record<string, LoggedMutation[]> }

/**
 * The advertisers behind the simulator. `epochDay` (YYYY-MM-DD): the day recent problems are placed against;
 * without it the first day the world is asked about.
 */
export function createWorld(options: { seed: number; epochDay?: string }): World {
  const cache = createDayCache(CACHE_BYTES)
  const markets = new Map<string, Market>()
  const live = new Map<string, LiveAccount>()
  const quiet = new Map<string, AccountSource>()
  const waiting = new Map<string, LoggedMutation[]>()
  let epochDay = options.epochDay

  const epoch = {
    dayIn(timeZone: string, now: Date): number {
      epochDay ??= dayText(localTime(now, timeZone).day)
      return dayNumber(epochDay)
    },
  }

  function liveOf(customerId: string): LiveAccount | undefined {
    const known = live.get(customerId)
    if (known) return known
    const profile = PROFILES.find((p) => p.customerId === customerId)
    if (!profile?.trade) return undefined
    const { trade, ...rest } = profile
    const seed = mix(options.seed, textHash(customerId))
    const firstId = 20_000_000_000 + (textHash(customerId) % 900) * 1_000_000
    const market = createMarket({ trade, seed, firstId, name: customerId, cache })
    const account = liveAccount(withTracking(rest, trade), market, epoch)
    markets.set(customerId, market)
    live.set(customerId, account)
    const log = waiting.get(customerId)
    if (log) account.replay(log)
    return account
  }

  /** Walking the tree of accounts must not build their markets: that waits for the first real question. */
  function sourceOf(customerId: string): AccountSource | undefined {
    const source = quietOf(customerId)
    if (!source || !PROFILES.find((p) => p.customerId === customerId)?.trade) return source
    const built = () => (liveOf(customerId) as LiveAccount).source
    return {
      ...source,
      entities: (resource, now) =>
        resource === 'customer' ? source.entities(resource, now) : built().entities(resource, now),
      facts: (resource, wanted) => built().facts(resource, wanted),
      mutate: (operation, settings) => built().mutate(operation, settings),
    }
  }

  function quietOf(customerId: string): AccountSource | undefined {
    const profile = PROFILES.find((p) => p.customerId === customerId)
    if (!profile) return undefined
    const source = quiet.get(customerId) ?? quietAccount(withTracking(profile, profile.trade))
    quiet.set(customerId, source)
    return source
  }

  return {
    users: USERS,
    accountIds: () => PROFILES.map((profile) => profile.customerId),
    account: sourceOf,
    truth(customerId) {
      liveOf(customerId)
      const market = markets.get(customerId)
      return market ? plantedProblems(market, customerId) : []
    },
    exportState(): Saved {
      const logs: Record<string, LoggedMutation[]> = Object.fromEntries(waiting)
      for (const [id, account] of live) logs[id] = [...account.log]
      return { ...(epochDay !== undefined && { epoch: epochDay }), logs }
    },
    importState(state) {
      const saved = state as Saved
      epochDay = saved.epoch ?? epochDay
      waiting.clear()
      for (const [id, log] of Object.entries(saved.logs)) waiting.set(id, log)
      for (const [id, account] of live) account.replay(saved.logs[id] ?? [])
    },
  }
}
