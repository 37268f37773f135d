export type Sums = {
  impressions: number
  clicks: number
  costMicros: number
  conversionsMicros: number
  valueMicros: number
}

export function added(rows: readonly Sums[]): Sums {
  const total = { impressions: 0, clicks: 0, costMicros: 0, conversionsMicros: 0, valueMicros: 0 }
  for (const row of rows)
    for (const key of Object.keys(total) as (keyof Sums)[]) total[key] += row[key]
  return total
}
