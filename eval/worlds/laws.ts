import type { Chance } from '../chance.ts'

/** What an account of a world is like; all of it drawn anew for each account. Sources: docs/evaluation.md. */
export type Laws = {
  campaigns: [least: number, most: number]
  /** Of the account, median and standard deviation of the logarithm. */
  clicksADay: { median: number; sdLn: number }
  /** Buyers per click, median of the accounts and standard deviation of the logarithm. */
  rate: { median: number; sdLn: number }
  /** Between the searches of an ad group. */
  spread: Spread
  /** Share of the added words that hardly ever bring a buyer. */
  barrenWords: number
  conversionsPerBuyer: number
  /** Standard deviation of the logarithm of next month over the window, of one search. */
  drift: { clicks: number; rate: number }
  /** From week to week of one search, in the window and beyond it: steps of the logarithms of its clicks and its rate. */
  walk: { clicks: number; rate: number }
  /** Between the windows of one search, and of the whole account from day to day (rho .66). */
  shock: { search: number; account: number }
  /** Of all clicks of an account: 30 days over the 30 before them up to today, standard deviation of the logarithm; what is reached stays. */
  trend: number
  /** Rates of the last days of the window, and of the coming month, against the rest of the window. */
  late: { days: number; rate: number; afterwards: number }
  /** Some days of the window, from its first, at which people search and buy more than usual; gone since. */
  season: { from: number; days: number; clicks: number; rate: number }
  /** Days of the window at which a share of the conversions is not counted, in some of the campaigns. */
  outage: { from: number; days: number; lost: number; campaigns: number }
  /** Price of a click from some day of the window on, and since. */
  dearer: { from: number; price: number }
  /** Days before today at which the account's first ads were shown. */
  age: number
  /** Ways in which people write the same search, each with its own row. */
  spellings: number
  /** Share of the impressions it might have had that a campaign had, but for its budget. */
  served: [least: number, most: number]
  channel: 'SEARCH' | 'SHOPPING'
  /** Days until half of the later half of the conversions is reported; the first half is at once. */
  lagDays: number
  /** Standard deviations of the logarithm: of campaigns, of ad groups within them, of one conversion. */
  value: { byCampaign: number; byGroup: number; tail: number }
  /** How the owner tells what a conversion is worth. */
  told: 'goal' | 'values' | 'values and ROAS' | 'nothing'
  /** Of what a keyword brings, share that comes back by another way once it is stopped. */
  redirected: [least: number, most: number]
  /** Of the searches that are no keyword themselves, share that another campaign shows too, at its own price. */
  shownTwice: number
  /** Clicks by bid, exponent; price by bid, exponent. */
  response: { clicks: [least: number, most: number]; price: [least: number, most: number] }
  hidden: [least: number, most: number]
  matchTypes: { exact: number; phrase: number; broad: number }
  byHand: number
  brandShare: number
  starved: number
  /** Conversions by the budget spent, exponent of a campaign. */
  budgetResponse: [least: number, most: number]
  /** Share of the pairs of campaigns that spend from one budget. */
  sharedBudgets: number
  /** Rate of a whole campaign next month over the window, standard deviation of the logarithm. */
  campaignDrift: number
}

export type Spread =
  | { kind: 'gamma'; shape: number }
  | { kind: 'lognormal'; sdLn: number }
  | { kind: 'two kinds'; dead: number }

const BASE: Laws = {
  campaigns: [3, 7],
  clicksADay: { median: 220, sdLn: 0.6 },
  rate: { median: 0.035, sdLn: 0.5 },
  spread: { kind: 'lognormal', sdLn: 0.6 },
  barrenWords: 0.12,
  conversionsPerBuyer: 1.05,
  drift: { clicks: 0.35, rate: 0.15 },
  walk: { clicks: 0, rate: 0 },
  trend: 0,
  shock: { search: 0.3, account: 0.15 },
  late: { days: 0, rate: 1, afterwards: 1 },
  season: { from: 0, days: 0, clicks: 1, rate: 1 },
  outage: { from: 0, days: 0, lost: 0, campaigns: 0 },
  dearer: { from: 0, price: 1 },
  age: 365,
  spellings: 1,
  served: [0.45, 0.85],
  channel: 'SEARCH',
  lagDays: 3,
  value: { byCampaign: 0, byGroup: 0, tail: 0 },
  told: 'goal',
  redirected: [0, 0.3],
  shownTwice: 0,
  response: { clicks: [0.3, 1.2], price: [0.2, 0.8] },
  hidden: [0.2, 0.5],
  matchTypes: { exact: 0.3, phrase: 0.35, broad: 0.35 },
  byHand: 0.7,
  brandShare: 0,
  starved: 0.2,
  budgetResponse: [0.85, 0.85],
  campaignDrift: 0,
  sharedBudgets: 0,
}

/** Tuned on: those not held out. The others are looked at, and nothing is chosen by them. */
export const WORLDS: Readonly<Record<string, { laws: Laws; isHeldOut?: true }>> = {
  base: { laws: BASE },
  tiny: {
    laws: { ...BASE, campaigns: [1, 3], clicksADay: { median: 15, sdLn: 0.5 }, hidden: [0.4, 0.8] },
  },
  'several conversions a buyer': { laws: { ...BASE, conversionsPerBuyer: 1.6 } },
  drifting: {
    laws: { ...BASE, drift: { clicks: 0.6, rate: 0.4 }, shock: { search: 0.5, account: 0.22 } },
  },
  'after a sale': { laws: { ...BASE, late: { days: 14, rate: 2, afterwards: 1 } } },
  'price raised': { laws: { ...BASE, late: { days: 20, rate: 0.6, afterwards: 0.6 } } },
  'sells better for good': { laws: { ...BASE, late: { days: 24, rate: 1.8, afterwards: 1.8 } } },
  'heavy values': {
    laws: {
      ...BASE,
      told: 'values and ROAS',
      value: { byCampaign: 0.7, byGroup: 0, tail: 1 },
      rate: { median: 0.025, sdLn: 0.5 },
    },
  },
  'items differ': {
    laws: { ...BASE, told: 'values', value: { byCampaign: 0.7, byGroup: 0.6, tail: 0.7 } },
  },
  alike: { laws: { ...BASE, spread: { kind: 'gamma', shape: 10 }, barrenWords: 0 } },
  budgets: {
    laws: {
      ...BASE,
      campaigns: [4, 9],
      clicksADay: { median: 500, sdLn: 0.6 },
      starved: 0.45,
      byHand: 0.2,
      budgetResponse: [0.35, 1],
      campaignDrift: 0.2,
    },
  },
  'walking from week to week': {
    laws: { ...BASE, drift: { clicks: 0, rate: 0 }, walk: { clicks: 0.25, rate: 0.15 } },
  },
  'growing or shrinking': { laws: { ...BASE, trend: 0.21 } },
  'rates on the move': {
    laws: {
      ...BASE,
      clicksADay: { median: 1_500, sdLn: 0.4 },
      rate: { median: 0.06, sdLn: 0.4 },
      drift: { clicks: 0, rate: 0 },
      walk: { clicks: 0.1, rate: 0.25 },
    },
  },
  'rates that hold still': {
    laws: {
      ...BASE,
      clicksADay: { median: 1_500, sdLn: 0.4 },
      rate: { median: 0.06, sdLn: 0.4 },
      drift: { clicks: 0.35, rate: 0 },
    },
  },
  'shared budgets': {
    laws: {
      ...BASE,
      campaigns: [6, 12],
      clicksADay: { median: 600, sdLn: 0.6 },
      starved: 0.5,
      byHand: 0.2,
      budgetResponse: [0.35, 1],
      campaignDrift: 0.2,
      sharedBudgets: 0.7,
    },
  },
  'later by weeks': { laws: { ...BASE, lagDays: 8 } },
  'tag lost in some campaigns': {
    laws: { ...BASE, outage: { from: 20, days: 18, lost: 0.7, campaigns: 0.4 } },
  },
  'in two campaigns': { laws: { ...BASE, shownTwice: 0.4 } },
  'two kinds': {
    laws: { ...BASE, spread: { kind: 'two kinds', dead: 0.6 }, barrenWords: 0 },
    isHeldOut: true,
  },
  'brand-heavy': { laws: { ...BASE, brandShare: 0.43 }, isHeldOut: true },
  'slow lag': { laws: { ...BASE, lagDays: 12 }, isHeldOut: true },
  saturated: {
    laws: {
      ...BASE,
      response: { clicks: [0.04, 0.3], price: [0.6, 1] },
      byHand: 1,
      served: [0.8, 0.95],
    },
    isHeldOut: true,
  },
  overlapped: { laws: { ...BASE, redirected: [0.2, 0.9] }, isHeldOut: true },
  'broad and large': {
    laws: {
      ...BASE,
      campaigns: [10, 20],
      clicksADay: { median: 900, sdLn: 0.4 },
      matchTypes: { exact: 0.05, phrase: 0.15, broad: 0.8 },
    },
    isHeldOut: true,
  },
  'holiday season': {
    laws: { ...BASE, season: { from: 30, days: 30, clicks: 2.2, rate: 1.5 } },
    isHeldOut: true,
  },
  'tag lost for a while': {
    laws: { ...BASE, outage: { from: 40, days: 14, lost: 1, campaigns: 1 } },
    isHeldOut: true,
  },
  'half a tag lost': {
    laws: { ...BASE, outage: { from: 45, days: 25, lost: 0.5, campaigns: 0.5 } },
    isHeldOut: true,
  },
  'clicks got dearer': { laws: { ...BASE, dearer: { from: 55, price: 1.35 } }, isHeldOut: true },
  'five days old': { laws: { ...BASE, age: 5 }, isHeldOut: true },
  'a hundred campaigns': {
    laws: { ...BASE, campaigns: [120, 120], clicksADay: { median: 1_500, sdLn: 0.4 } },
    isHeldOut: true,
  },
  'written in many ways': { laws: { ...BASE, spellings: 4 }, isHeldOut: true },
  shopping: { laws: { ...BASE, channel: 'SHOPPING', byHand: 0 }, isHeldOut: true },
  'nothing told': { laws: { ...BASE, told: 'nothing' }, isHeldOut: true },
}

/** Of mean 1. */
export function drawSpread(chance: Chance, spread: Spread): number {
  if (spread.kind === 'gamma') return chance.gamma(spread.shape) / spread.shape
  if (spread.kind === 'lognormal') return lognormal(chance, spread.sdLn)
  return chance.happens(spread.dead) ? 0.03 : (1 - 0.03 * spread.dead) / (1 - spread.dead)
}

/** Of mean 1. */
export function lognormal(chance: Chance, sdLn: number): number {
  return Math.exp(sdLn * chance.normal() - sdLn ** 2 / 2)
}

export function within(chance: Chance, [least, most]: [number, number]): number {
  return chance.between(least, most)
}
