export const WARM_UP = 3

/**
 * Milliseconds of each work, one after the other in every round, so that what else the machine does
 * meets all of them alike. The first rounds only warm up. Rounds count from 0.
 */
export async function inTurn<Name extends string>(
  rounds: number,
  works: Record<Name, (round: number) => Promise<unknown>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(works) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  for (let round = 0; round < WARM_UP + rounds; round++)
    for (const name of names) {
      const startedAt = performance.now()
      await works[name](round)
      if (round >= WARM_UP) times[name].push(performance.now() - startedAt)
    }
  return times
}
