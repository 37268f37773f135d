import { expect, test } from 'vitest'
import { dayAtOffset, dayInZone, utcOffsetMinutes } from './dates.ts'

test('the offset of a zone gives the day that its name gives', () => {
  const zones = ['Europe/Madrid', 'America/Mexico_City', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC']
  for (const timeZone of zones)
    for (let hour = 0; hour < 24 * 400; hour += 7) {
      const instant = new Date(Date.UTC(2026, 0, 1, hour, 59, 30))
      const offset = utcOffsetMinutes(instant, timeZone)
      expect(dayAtOffset(instant, offset), `${timeZone} ${instant.toISOString()}`).toBe(
        dayInZone(instant, timeZone),
      )
    }
  expect(utcOffsetMinutes(new Date('2026-07-01T00:00:00Z'), 'Asia/Kolkata')).toBe(330)
})
