import { MICROS } from '#shared/metrics.ts'
import { money, shortDay } from '#shared/spanish-numbers.ts'
import type { AccountPace } from '../contract/pace.ts'

/** 'Van 1.234,50 € este mes.', or up to which day it is known. */
export function spentText(
  { spent, knownTo }: Pick<AccountPace, 'spent' | 'knownTo'>,
  currency: string,
): string {
  const day = knownTo && shortDay(knownTo)
  if (spent === null) return `De este mes no hay datos: llegan hasta el ${day}.`
  const gone = `Van ${money(spent * MICROS, currency)}`
  return day ? `${gone} hasta el ${day}; de los días siguientes no hay datos.` : `${gone} este mes.`
}
