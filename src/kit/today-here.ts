import { createContext, use } from 'react'
import { type Day, dayAtOffset, dayInZone } from '#shared/dates.ts'

/** Zone of who looks, where it is not the one of this machine: the server draws for browsers elsewhere. */
export const AssumedZone = createContext<string | null>(null)

/** An instant of the day that it is for who looks, as this machine counts days. */
export function useTodayHere(): Date {
  const zone = use(AssumedZone)
  const now = new Date()
  return zone === null ? now : new Date(`${dayInZone(now, zone)}T12:00`)
}

/** Which day an instant is for who looks. */
export function useDayHere(): (instant: Date) => Day {
  const zone = use(AssumedZone)
  return (instant) => (zone === null ? dayHere(instant) : dayInZone(instant, zone))
}

/** The same where nothing is drawn, and this machine is that of who looks. */
export function dayHere(instant: Date): Day {
  return dayAtOffset(instant, -instant.getTimezoneOffset())
}
