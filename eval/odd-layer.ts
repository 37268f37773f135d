import { analyseAccount } from '#engine/analyse-account.ts'
import { atLeast, type LayerOptions, type Metric, noted } from './metric.ts'
import { ARRANGED } from './odd/arranged.ts'
import { ASKED } from './odd/asked.ts'
import { BY_HAND } from './odd/by-hand.ts'
import { CHANGED } from './odd/changed.ts'
import { DISTURBED } from './odd/disturbed.ts'
import { drawAccount } from './odd/draw-account.ts'
import { JUNK_SEARCHES } from './odd/junk.ts'
import { KINDS } from './odd/kinds.ts'
import { MEASURED } from './odd/measured.ts'
import { MIXED } from './odd/mixed.ts'
import type { OddAccount } from './odd/odd-account.ts'
import { SEASONS } from './odd/seasons.ts'
import { SET_UP } from './odd/set-up.ts'
import { SMALL } from './odd/small.ts'
import { SOUGHT } from './odd/sought.ts'

const ACCOUNTS = [
  ...SEASONS,
  ...BY_HAND,
  ...MEASURED,
  ...CHANGED,
  ...KINDS,
  ...SMALL,
  ...SET_UP,
  ...DISTURBED,
  ...ASKED,
  ...MIXED,
  ...JUNK_SEARCHES,
  ...SOUGHT,
  ...ARRANGED,
]

/**
 * Accounts that no threshold was tuned on, each with what an expert would see in its advice and would not: a line says how much of
 * it holds, the others what does not.
 */
export function oddLayer({ seeds, full }: LayerOptions): Metric[] {
  const count = full ? 10 : 2
  return ACCOUNTS.flatMap((account) => {
    const runs = Array.from({ length: count }, (_, i) => judged(account, seeds.first + i))
    const all = runs.flat()
    const missed = Map.groupBy(
      all.filter(({ holds }) => !holds),
      ({ what }) => what,
    )
    return [
      atLeast(`odd, ${account.name}: as an expert sees it`, 1 - missedShare(all), 1),
      ...[...missed].map(([what, own]) =>
        noted(`odd, ${account.name}: MISSED ${what}`, own.length / count),
      ),
    ]
  })
}

type Check = { what: string; holds: boolean }

const missedShare = (all: readonly Check[]) => all.filter(({ holds }) => !holds).length / all.length

function judged(account: OddAccount, seed: number): Check[] {
  const { recommendations, silenced } = analyseAccount(drawAccount(account, seed))
  const { must = [], mustNot = [], says = [], first, mostCards } = account.expects
  const told = (rule: string, words = /./) =>
    recommendations.some(
      (one) => rule.split('|').includes(one.rule) && words.test(`${one.title} ${one.description}`),
    )
  const texts = [
    ...recommendations.flatMap(({ title, description }) => [title, description]),
    ...silenced.map(({ reason }) => reason),
  ]
  return [
    ...must.map(([rule, title]) => ({ what: `${rule} ${title}`, holds: told(rule, title) })),
    ...mustNot.map(([rule, title]) => ({
      what: `no ${rule} ${title ?? ''}`,
      holds: !told(rule, title),
    })),
    ...says.map((words) => ({
      what: `says ${words}`,
      holds: texts.some((text) => words.test(text)),
    })),
    ...(first ? [{ what: `${first} first`, holds: recommendations[0]?.rule === first }] : []),
    ...(mostCards
      ? [{ what: `at most ${mostCards} cards`, holds: recommendations.length <= mostCards }]
      : []),
  ]
}
